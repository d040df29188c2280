import { documentForm, documentJpeg } from './documentPictures.ts';
import type { TestService } from './service.ts';
import { type Verification, verify } from './verification.ts';

let seeds = 900;

/** A case in review whose document no machine read: the service has no engine. */
export async function capturedDocument(
  service: TestService,
  { policy = {}, details = {} } = {},
): Promise<Verification> {
  const verification = await verify(service, { policy: { document: 'require', ...policy } });
  await verification.consent();
  const { body: check } = await service.call('POST', '/biometrics/document-check', {
    json: { caseId: verification.id, type: 'driving_licence' },
  });
  const page = () => documentJpeg({ lines: [' ', ' '], seed: seeds++ }, 0);
  const body = documentForm(check.nonce, { front: [await page()], back: [await page()] });
  await service.call('POST', `/biometrics/document-check/${check.id}/capture`, { body });
  await service.tick();
  await verification.details(details);
  await verification.selfie();
  return verification;
}
