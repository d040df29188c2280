import type { DocumentSide } from '../../src/contract/documentCheck.ts';
import type { TestHolder } from '../../src/testdocument/testHolder.ts';
import { documentForm, documentJpeg } from './documentPictures.ts';
import { filmedStill } from './filmedStill.ts';
import type { TestService } from './service.ts';
import { type Verification, verify } from './verification.ts';

let seeds = 900;

interface Captured {
  policy?: object;
  details?: object;
  /** Whose licence is drawn; without, the pages have no letters. */
  holder?: TestHolder;
}

/** A case in review whose document no machine read: the service has no engine. */
export async function capturedDocument(
  service: TestService,
  { policy = {}, details = {}, holder }: Captured = {},
): Promise<Verification> {
  const verification = await verify(service, { policy: { document: 'require', ...policy } });
  await verification.consent();
  const { body: check } = await service.call('POST', '/biometrics/document-check', {
    json: { caseId: verification.id, type: 'driving_licence' },
  });
  const page = (side: DocumentSide) =>
    holder
      ? filmedStill({ type: 'driving_licence', side, holder })
      : documentJpeg({ lines: [' ', ' '], seed: seeds++ }, 0);
  const body = documentForm(check.nonce, { front: [await page('front')], back: [await page('back')] });
  await service.call('POST', `/biometrics/document-check/${check.id}/capture`, { body });
  await service.tick();
  await verification.details(details);
  await verification.selfie();
  return verification;
}
