import { expect, test } from 'vitest';
import { mirela, passport } from '../document/support/zoneStrings.ts';
import { come, judgeAt, type Visitor } from '../support/desk.ts';
import { documentCase } from '../support/documentCase.ts';
import { documentJpeg } from '../support/documentPictures.ts';
import { drawnRecording } from '../support/drawnRecording.ts';
import { filmedStill } from '../support/filmedStill.ts';
import { databases, sharedServices } from '../support/service.ts';

const services = sharedServices({ engine: true });
const database = databases.at(-1)!;
let seeds = 7100;

/** A passport whose number has a wrong check digit, from three places. */
async function misprinted(number: string): Promise<Buffer[]> {
  const [first, second] = passport({ ...mirela, number, optional: 'ZE184226B' }) as [string, string];
  const lines = [first, second.slice(0, 9) + ((Number(second[9]) + 3) % 10) + second.slice(10)];
  return await pagesOf(lines);
}

const pagesOf = (lines: string[]) =>
  Promise.all([0, 0.004, -0.004].map((x) => documentJpeg({ lines, seed: seeds++, x }, 0)));

interface Shown {
  front: Buffer[];
  back?: Buffer[];
}

/** A case in review for a document that was shown, and a reviewer before its form. */
async function atForm(pictures: Shown, type = 'passport') {
  const service = services(database);
  const opened = await documentCase(service, { policy: { documentPortrait: 'evidence' } });
  await opened.show(pictures, type);
  await opened.details({ dateOfBirth: '1990-05-18' });
  await opened.selfie({ record: drawnRecording });
  const { visitor } = await come(service);
  return { ...opened, visitor, page: await judgeAt(visitor, opened.id) };
}

/** What the person typed and what the machine read, in any form. */
const READ = /Dragavei|Mirela|1990|9005|RX40|SP40|2032|3204/i;

async function transcribe(visitor: Visitor, id: string, fields: Record<string, string>) {
  const { text } = await visitor.get(`/desk/cases/${id}`);
  const expectedVersion = /name="expectedVersion" value="(\d+)"/.exec(text)?.[1] ?? '0';
  return await visitor.post(`/desk/cases/${id}/transcription`, {
    familyName: 'DRAGAVEI',
    givenName: 'MIRELA',
    dateOfBirth: '17.05.1990',
    number: '',
    skip: 'number',
    expiresOn: '15.04.2032',
    issuingState: 'ROU',
    ...fields,
    expectedVersion,
  });
}

test('lines whose check digits are wrong are typed by a reviewer who sees neither them nor the details', async () => {
  const { id, read, check, visitor, page } = await atForm({ front: await misprinted('RX4081200') });
  expect(await check()).toMatchObject({ status: 'read', checks: { checkDigits: 'fail' } });
  expect((await check()).reasons[0]).toBe('document_check_digits');
  const path = `/desk/cases/${id}`;
  expect(page).toContain('Type what stands on the document');
  for (const text of [page, (await visitor.get(path, { 'Desk-Part': '1' })).text])
    expect(text.replaceAll(/<datalist.*?<\/datalist>/gs, '')).not.toMatch(READ);
  expect((await visitor.get(`${path}/report.pdf`)).status).toBe(404);
  const decision = { outcome: 'declined', reason: 'details_false', expectedVersion: '1' };
  expect((await visitor.post(`${path}/decision`, decision)).text).toContain('Transcribe the document first');
  const before = await read();
  expect(before.assurance.document).toBe('read');
  // The reviewer reads one letter otherwise than the machine, and one day otherwise than the person typed it.
  expect((await transcribe(visitor, id, { number: 'RX4081208' })).status).toBe(303);
  const { text } = await visitor.get(path);
  expect(text).toContain('Read by reviewers: 2 fields differ.');
  const table = /aria-label="What reviewers read.*?<\/table>/s.exec(text)![0];
  expect(table).toMatch(/RX408120<mark>8<\/mark>.*RX408120<mark>0<\/mark>.*You \/ The machine/s);
  expect(table).toMatch(/1990-05-1<mark>7<\/mark>.*1990-05-1<mark>7<\/mark>.*1990-05-1<mark>8<\/mark>/s);
  expect(table).toContain('<span class="unseen">: “7” in You, “8” in The details</span>');
  // The lines have the same marks and their wrong check digit, and nothing of the optional data.
  const lines = [...text.split('class="zone"')[1]!.matchAll(/<code>(.*?)<\/code>/g)].map(([, line]) => line);
  expect(lines[0]).toBe(`P<ROUDRAGAVEI<<MIRELA${'<'.repeat(23)}`.replaceAll('<', '&lt;'));
  expect(lines[1]).toMatch(/^RX408120<mark>0\d<\/mark>ROU90051<mark>7<\/mark>\dF320415\d\*{15}\d$/);
  expect(text).toContain('the check digit of the number is wrong');
  expect(text).toContain('number other than what you typed');
  expect(text).toContain('date of birth other than in the details');
  expect(text).not.toContain('ZE184226B');
  expect(await read()).toMatchObject({
    status: 'in_review',
    decision: before.decision,
    assurance: { ...before.assurance, document: 'read_by_reviewer' },
  });
});

test('sides that differ are typed too; a document that only differs from the details is not', async () => {
  const zone = { ...mirela, names: 'DOE<<JANE', state: 'UTO', nationality: 'UTO', number: 'SP4072660' };
  const back = [
    await filmedStill({
      type: 'driving_licence',
      side: 'back',
      holder: {
        familyName: 'DRAGAVEI',
        givenNames: 'MIRELA',
        dateOfBirth: '1990-05-17',
        expiresOn: '2032-04-15',
        number: 'SP4072660',
        sex: 'F',
      },
    }),
  ];
  const differing = await atForm({ front: await pagesOf(passport(zone)), back }, 'driving_licence');
  expect((await differing.check()).reasons[0]).toBe('document_sides_differ');
  expect(differing.page).toContain('Type what stands on the document');

  const plain = await atForm({ front: await pagesOf(passport({ ...mirela, number: 'RX4081202' })) });
  expect(plain.page).toMatch(
    /1990-05-1<mark>7<\/mark>.*1990-05-1<mark>8<\/mark>.*“7” in what was read, “8” in/s,
  );
  expect((await plain.check()).reasons).toEqual(['document_details_differ']);
  expect(plain.page).toContain('Details of the case');
  expect(plain.page).not.toContain('Type what stands on the document');
});
