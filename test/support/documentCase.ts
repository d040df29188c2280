import { documentForm } from './documentPictures.ts';
import type { CallOptions, TestService } from './service.ts';
import { verify } from './verification.ts';

/**
 * A case that asks for a document and has its consent. Its pictures come from a back end that takes them itself, without small frames;
 * that counts as the camera only where the policy takes files. With `show(…, page)` they come from a page.
 */
export async function documentCase(
  service: TestService,
  {
    policy = {},
    mode = 'test',
    ...input
  }: { policy?: object; mode?: 'live' | 'test'; session?: object; prefill?: object } = {},
) {
  const key = service.keys[mode];
  const verification = await verify(
    service,
    { policy: { document: 'require', documentUpload: 'enable', ...policy }, ...input },
    key,
  );
  await verification.consent();
  const begin = async (type = 'passport', caller: CallOptions = { key }) =>
    await service.call('POST', '/biometrics/document-check', {
      json: { caseId: verification.id, type },
      ...caller,
    });
  const show = async (
    pictures: Parameters<typeof documentForm>[1],
    type = 'passport',
    caller: CallOptions = { key },
  ) => {
    const { body } = await begin(type, caller);
    const form = documentForm(body.nonce, pictures);
    const reply = await service.call('POST', `/biometrics/document-check/${body.id}/capture`, {
      body: form,
      ...caller,
    });
    await service.tick();
    return reply;
  };
  const check = async () => {
    const { id } = (await verification.read()).checks.document;
    return (await service.call('GET', `/biometrics/document-check/${id}`, { key })).body;
  };
  return { service, key, ...verification, begin, show, check };
}
