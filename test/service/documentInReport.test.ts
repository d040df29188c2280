import { expect, test } from 'vitest';
import type { PlainDocument } from '../../src/service/screenings/report/pdf/documentPdf.ts';
import { mirela, passport } from '../document/support/zoneStrings.ts';
import { capturedDocument } from '../support/capturedDocument.ts';
import { come, inReview, judgeAt, type Visitor } from '../support/desk.ts';
import { documentCase } from '../support/documentCase.ts';
import { documentJpeg } from '../support/documentPictures.ts';
import { drawnRecording } from '../support/drawnRecording.ts';
import { databases, sharedServices, type TestService } from '../support/service.ts';
import { person } from '../support/verification.ts';

const services = sharedServices();
const readers = sharedServices({ engine: true });
const database = databases[0]!;

/** What the report of a case says of its document, as it goes to the printer. */
async function reported(service: TestService, visitor: Visitor, id: string): Promise<[string, string][]> {
  const { printer } = service.deps;
  const printed: PlainDocument[] = [];
  const print = printer.printDocument.bind(printer);
  printer.printDocument = (document) => {
    printed.push(document);
    return print(document);
  };
  const { status } = await visitor.get(`/desk/cases/${id}/report.pdf`);
  printer.printDocument = print;
  expect(status).toBe(200);
  const { fields } = printed[0]!.sections.find(({ title }) => title === 'Document')!;
  return fields.map(([label, value]) => [label, value]);
}

const typed = {
  familyName: person.familyName,
  givenName: person.givenName,
  dateOfBirth: '18.05.1990',
  number: 'RX4071552',
  expiresOn: '15.04.2032',
  issuingState: 'Romania',
};

async function transcribe(service: TestService, visitor: Visitor, id: string, fields: object = {}) {
  await judgeAt(visitor, id);
  const { version } = (await service.call('GET', `/cases/${id}`)).body;
  const form = { ...typed, expectedVersion: `${version}`, ...fields };
  expect((await visitor.post(`/desk/cases/${id}/transcription`, form)).status).toBe(303);
}

async function approve(service: TestService, visitor: Visitor, id: string) {
  const { version } = (await service.call('GET', `/cases/${id}`)).body;
  const decision = { outcome: 'approved', reason: 'document_seen', expectedVersion: `${version}` };
  expect((await visitor.post(`/desk/cases/${id}/decision`, decision)).status).toBe(303);
  service.advance(11_000);
  await service.tick();
}

const NOT_EXAMINED = expect.stringMatching(/^Not examined\. No machine here established .* genuine/);

test('the report has what reviewers read of a document; who read it stays unknown while a case is judged', async () => {
  const service = services(database);
  const { id } = await capturedDocument(service, { policy: { fourEyes: 'always' } });
  const { visitor: first } = await come(service, 'reviewer', 'First Reader');
  await transcribe(service, first, id);
  const own = await reported(service, first, id);
  expect(Object.fromEntries(own)).toEqual({
    Kind: 'Driving licence, as the person chose; not read',
    Format: 'not read',
    'Issuing state': 'not read',
    Captured: 'by a camera; attempt 1',
    'Pictures stored': '2: 1 of the front, 1 of the back',
    'Read by machine': 'nothing',
    'Read by a reviewer': expect.stringMatching(
      /^From the pictures, by First Reader, \d{4}-\d\d-\d\d .* UTC\nFamily name: .*Date of birth: 1990-05-18\n.*\nDiffers from the details: date of birth$/s,
    ),
    // This service has no engine.
    Checks: 'not performed',
    Reasons: 'The examination failed for a fault of the service.',
    Authenticity: NOT_EXAMINED,
  });
  await approve(service, first, id);
  const { visitor: second } = await come(service, 'reviewer', 'Second Reader');
  const path = `/desk/cases/${id}/report.pdf`;
  expect((await second.get(path)).status).toBe(404);
  await transcribe(service, second, id, { number: '', skip: 'number' });
  const readBy = (fields: [string, string][]) =>
    fields.filter(([label]) => label === 'Read by a reviewer').map(([, value]) => value);
  const blind = readBy(await reported(service, second, id));
  expect(blind[0]).toMatch(/by Second Reader.*Document number: can’t be read/s);
  expect(blind[1]).toMatch(/^From the pictures, by another reviewer\n/);
  await approve(service, second, id);
  const { visitor: auditor } = await come(service, 'viewer');
  const all = readBy(await reported(service, auditor, id)).join();
  for (const name of ['First Reader', 'Second Reader']) expect(all).toContain(`by ${name}, `);
});

test('of a passport the report has what its zone says, and the fields in which the details differ', async () => {
  const service = readers(database);
  const { id, show, details, selfie } = await documentCase(service, {
    policy: { documentPortrait: 'evidence' },
  });
  const lines = passport({ ...mirela, number: 'RX4071995', birth: '900518' });
  const front = [0, 0.004, -0.004].map((x, n) => documentJpeg({ lines, seed: 9950 + 500 * n, x }, 0));
  await show({ front: await Promise.all(front) });
  await details();
  await selfie({ record: drawnRecording });
  const { visitor } = await come(service, 'viewer');
  expect(Object.fromEntries(await reported(service, visitor, id))).toMatchObject({
    Kind: 'Passport',
    Format: 'ICAO 9303, TD3',
    'Issuing state': 'ROU',
    'Pictures stored': '3: 3 of the front',
    'Read by machine': expect.stringMatching(
      /^Machine-readable zone, front, .* UTC\n.*Date of birth: 1990-05-18\n.*Document number: RX4071995/s,
    ),
    'Check digits': 'right',
    Expiry: 'not expired',
    'Against the details': 'differs',
    'Differing fields': 'date of birth',
    Portrait: 'A portrait was found.',
    Reasons: 'It differs from the details that the person entered.',
    Authenticity: NOT_EXAMINED,
  });
});

test('without a document the report says so', async () => {
  const service = services(database);
  const { id } = await inReview(service);
  const { visitor } = await come(service, 'viewer');
  expect(await reported(service, visitor, id)).toEqual([['Document', 'none']]);
});
