import type { TestDocument } from '../../../src/testdocument/drawDocument.ts';
import { mirela, passport } from '../../document/support/zoneStrings.ts';
import { documentCase } from '../../support/documentCase.ts';
import { documentForm, documentJpeg } from '../../support/documentPictures.ts';
import { filmedStill } from '../../support/filmedStill.ts';
import type { TestService } from '../../support/openService.ts';

const evidence = { documentPortrait: 'evidence' };
let seeds = 5000;

/** Three stills of a passport that the service reads. */
async function stills(number: string, change: object = {}): Promise<Buffer[]> {
  const lines = passport({ ...mirela, number, ...change });
  const seed = seeds++;
  return await Promise.all(
    [0, 0.004, -0.004].map((x, n) => documentJpeg({ lines, seed: seed + 500 * n, x }, null)),
  );
}

/** What was expected of the service and did not happen. */
export async function faultsOf(service: TestService, people: readonly (0 | 1 | 2)[]): Promise<string[]> {
  const faults: string[] = [];
  const expect = (what: string, holds: boolean) => {
    if (!holds) faults.push(what);
  };
  await showAgain(service, expect);
  await showOther(service, expect);
  await showFiles(service, expect);
  await showNothing(service, expect);
  await showDrawn(service, people, expect);
  return faults;
}

type Expect = (what: string, holds: boolean) => void;

/** The nonce of another case, a second capture, a zone in the request. */
async function showAgain(service: TestService, expect: Expect): Promise<void> {
  const [one, other] = [await documentCase(service), await documentCase(service)];
  const [mine, theirs] = [(await one.begin()).body, (await other.begin()).body];
  const front = await stills('RX5000001');
  const capture = (nonce: string, change: Record<string, string> = {}) => {
    const body = documentForm(nonce, { front });
    for (const [name, value] of Object.entries(change)) body.append(name, value);
    return service.call('POST', `/biometrics/document-check/${mine.id}/capture`, { body });
  };
  expect(
    'the nonce of another case is refused',
    (await capture(theirs.nonce)).body.code === 'challenge_mismatch',
  );
  const zone = JSON.stringify(passport({ ...mirela, number: 'RX5000002' }));
  expect('a zone in the request is refused', (await capture(mine.nonce, { zone })).status === 422);
  expect('a check that waits stays the same', (await one.begin()).body.id === mine.id);
  expect('an honest capture is taken', (await capture(mine.nonce)).status === 202);
  const early = await service.call('GET', `/biometrics/document-check/${mine.id}`);
  expect('nothing is called read before it was', early.body.status === 'processing');
  expect('a second capture is refused', (await capture(mine.nonce)).status === 409);
  await service.tick();
  expect('what was captured is read', (await one.check()).document?.number === 'RX5000001');
}

/** A still of another document than the trail shows, other details than the zone, a zone with wrong digits. */
async function showOther(service: TestService, expect: Expect): Promise<void> {
  const trailed = await documentCase(service, { policy: evidence });
  const small = { lines: passport({ ...mirela, number: 'RX5000003' }), width: 720, height: 504, quality: 60 };
  const frontTrail = await Promise.all([1, 2].map((seed) => documentJpeg({ ...small, seed }, null)));
  await trailed.show({ front: await stills('RX5000004'), frontTrail, frontTimes: [0, 40] });
  expect(
    'the small frames of another document are told',
    (await trailed.check()).reasons[0] === 'document_replayed',
  );
  const corrected = await documentCase(service, { policy: evidence });
  await corrected.show({ front: await stills('RX5000005', { birth: '900518' }) });
  await corrected.details();
  const { checks } = await corrected.check();
  expect(
    'what a person changes is told',
    checks.details === 'differs' && checks.differing[0] === 'dateOfBirth',
  );
}

/** PDF, files where the camera is asked for, files where they are allowed. */
async function showFiles(service: TestService, expect: Expect): Promise<void> {
  const { begin, show } = await documentCase(service, { policy: { documentUpload: 'disable' } });
  const { body } = await begin();
  const path = `/biometrics/document-check/${body.id}/capture`;
  const form = documentForm(body.nonce, {});
  form.append('front', new Blob(['%PDF-1.7\n'], { type: 'application/pdf' }), 'passport.pdf');
  const pdf = await service.call('POST', path, { body: form });
  expect('a PDF is refused', pdf.body.code === 'media_type_unsupported');
  const front = await stills('RX5000006');
  expect('files are refused by default', (await show({ front, source: 'upload' })).status === 422);
  const uploads = await documentCase(service, { policy: evidence });
  await uploads.show({ front, source: 'upload' });
  expect('a person looks at files', (await uploads.check()).reasons.includes('document_captured'));
}

/** A zone that runs out of the picture, and none at all until the attempts are used up. */
async function showNothing(service: TestService, expect: Expect): Promise<void> {
  const cut = await documentCase(service);
  const lines = passport({ ...mirela, number: 'RX5000007' });
  await cut.show({ front: [await documentJpeg({ lines, seed: 9, x: 0.16 }, null)] });
  expect('a zone that is cut off is not read', (await cut.check()).status === 'unreadable');
  const none = await documentCase(service, { policy: { ...evidence, maxDocumentAttempts: 2 } });
  const page = (seed: number) => documentJpeg({ lines: lines.map(() => ' '), seed }, null);
  await none.show({ front: [await page(1)] });
  expect('a retry says what was missing', (await none.read()).lastError?.code === 'document_not_found');
  await none.show({ front: [await page(2)] });
  const { requirements } = await none.read();
  expect('nobody is asked without end', !requirements.currentlyDue.includes('document'));
}

/** Drawn documents, and the state Utopia on any document. */
async function showDrawn(
  service: TestService,
  people: readonly (0 | 1 | 2)[],
  expect: Expect,
): Promise<void> {
  const live = async (what: string, type: string, pictures: Parameters<typeof documentForm>[1]) => {
    const { show, check } = await documentCase(service, { mode: 'live', policy: evidence });
    await show(pictures, type);
    const { status, reasons } = await check();
    expect(`live mode refuses ${what}`, status !== 'read' || reasons[0] === 'document_specimen');
    return status === 'read';
  };
  const utopia = await live('Utopia', 'passport', { front: await stills('RX5000008', { state: 'UTO' }) });
  expect('a page of Utopia is read', utopia);
  for (const person of people) {
    for (const type of ['passport', 'id_card', 'driving_licence'] as const) {
      const draw = (side: TestDocument['side']) =>
        filmedStill({ type, ...(side && { side }), holder: { person, number: `SP${seeds++}` } });
      const back = type === 'passport' ? {} : { back: [await draw('back')] };
      await live(`the drawn ${type} of person ${person}`, type, { front: [await draw('front')], ...back });
    }
  }
}
