import { documentForm } from './documentPictures.ts';
import type { TestService } from './service.ts';
import { verify } from './verification.ts';

/** A case that asks for a document and has its consent. */
export async function documentCase(
  service: TestService,
  {
    policy = {},
    mode = 'test',
    ...input
  }: { policy?: object; mode?: 'live' | 'test'; session?: object } = {},
) {
  const key = service.keys[mode];
  const verification = await verify(service, { policy: { document: 'require', ...policy }, ...input }, key);
  await verification.consent();
  const begin = async (type = 'passport') =>
    await service.call('POST', '/biometrics/document-check', {
      json: { caseId: verification.id, type },
      key,
    });
  const show = async (pictures: Parameters<typeof documentForm>[1], type = 'passport') => {
    const { body } = await begin(type);
    const form = documentForm(body.nonce, pictures);
    const reply = await service.call('POST', `/biometrics/document-check/${body.id}/capture`, {
      body: form,
      key,
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
