import sharp from 'sharp';
import { expect, test } from 'vitest';
import { testDocumentNumber } from '../../src/contract/testDocument.ts';
import { parseLicence } from '../../src/document/index.ts';
import { licenceFields, prefillOf } from '../../src/service/details/documentFields.ts';
import { licenceText } from '../../src/testdocument/licenceText.ts';
import { type TestHolder, testHolder } from '../../src/testdocument/testHolder.ts';
import { passport } from '../document/support/zoneStrings.ts';
import { come } from '../support/desk.ts';
import { documentCase } from '../support/documentCase.ts';
import { documentJpeg } from '../support/documentPictures.ts';
import { drawnRecording } from '../support/drawnRecording.ts';
import { filmedStill } from '../support/filmedStill.ts';
import { databases, sharedServices } from '../support/service.ts';

const services = sharedServices({ engine: true });
const database = databases.at(-1)!;
const start = (options: Parameters<typeof documentCase>[1] = {}) => documentCase(services(database), options);

const holder: Partial<TestHolder> = {
  person: 0,
  familyName: 'Dragavei',
  givenNames: 'Mirela',
  dateOfBirth: '1990-05-17',
  expiresOn: '2034-04-15',
  number: 'SP4071552',
};
let seeds = 300;

const still = (side: 'front' | 'back', change: Partial<TestHolder> = {}) =>
  filmedStill({ type: 'driving_licence', side, holder: { ...holder, ...change } });

const sides = async (change: Partial<TestHolder> = {}) => ({
  front: [await still('front', change)],
  back: [await still('back', change)],
});

test('the barcode of a licence is read, and compared', async () => {
  const { read, begin, show, details, selfie, check } = await start();
  expect(await show(await sides(), 'driving_licence')).toMatchObject({ status: 202 });
  expect(await check()).toMatchObject({
    status: 'read',
    document: {
      type: 'driving_licence',
      format: 'AAMVA',
      issuingState: 'UTO',
      nationality: null,
      familyName: 'DRAGAVEI',
      givenName: 'MIRELA',
      dateOfBirth: '1990-05-17',
      expiresOn: '2034-04-15',
      number: 'SP4071552',
    },
    readings: [{ by: 'barcode', side: 'back', fields: expect.not.arrayContaining(['nationality', 'sex']) }],
    checks: { checkDigits: null, expiry: 'valid', sides: 'one_side', portrait: 'usable' },
    reasons: [],
  });
  await details();
  await selfie({ record: drawnRecording });
  expect(await read()).toMatchObject({
    status: 'approved',
    assurance: {
      document: 'read',
      documentAuthenticity: 'not_performed',
      details: 'claimed',
      faceMatch: 'match',
    },
  });
  expect(await check()).toMatchObject({ checks: { details: 'match', differing: [] } });
  expect((await begin('driving_licence')).status).toBe(409);
});

test('the form is filled with what a barcode says', () => {
  const licence = parseLicence(licenceText(testHolder({ ...holder, givenNames: 'Mirela Ana' })));
  if (!licence.ok) throw new Error('It is a licence.');
  expect(prefillOf(licenceFields(licence))).toEqual({
    familyName: 'Dragavei',
    givenName: 'Mirela Ana',
    dateOfBirth: '1990-05-17',
  });
});

test('a barcode that says another person than the details goes to a reviewer', async () => {
  const { service, id, read, show, details, selfie, check } = await start();
  await show(await sides({ dateOfBirth: '1990-05-18', number: 'SP4071553' }), 'driving_licence');
  await details();
  await selfie({ record: drawnRecording });
  expect(await read()).toMatchObject({
    status: 'in_review',
    decision: { reasons: ['document_details_differ'] },
  });
  expect((await check()).checks).toMatchObject({ details: 'differs', differing: ['dateOfBirth'] });
  const { visitor } = await come(service);
  const path = `/desk/cases/${id}`;
  await visitor.get(path);
  await visitor.post(`${path}/claim`, {});
  const { text: before } = await visitor.get(path);
  for (const [, src] of before.matchAll(/<img[^>]* src="([^"]+)"/g)) await visitor.get(src!);
  await visitor.post(`${path}/judgement`, { likeness: '3', life: 'alive' });
  const { text } = await visitor.get(path);
  expect(text).toContain('Its barcode was read. It is not signed');
});

test('a licence that has expired by its barcode', async () => {
  const { read, show, details, selfie, check } = await start({ policy: { documentExpired: 'decline' } });
  await show(await sides({ expiresOn: '2022-04-15', number: 'SP4071554' }), 'driving_licence');
  await details();
  await selfie({ record: drawnRecording });
  expect((await check()).checks).toMatchObject({ expiry: 'expired' });
  expect(await read()).toMatchObject({ status: 'declined', decision: { reasons: ['document_expired'] } });
});

test.each([
  ['agrees with', {}, 'agree', []],
  ['differs from', { names: 'DOE<<JANE' }, 'differ', ['document_sides_differ']],
])('a barcode that %s the lines of the other side', async (_, change, result, reasons) => {
  const { show, check } = await start();
  const number = `SP40716${result.length}0`;
  const zone = {
    state: 'UTO',
    nationality: 'UTO',
    names: 'DRAGAVEI<<MIRELA',
    birth: '900517',
    expiry: '340415',
  };
  const lines = passport({ ...zone, number, ...change });
  const front = await Promise.all(
    [0, 0.004, -0.004].map((x) => documentJpeg({ lines, seed: seeds++, x }, 0)),
  );
  await show({ front, back: [await still('back', { number })] }, 'driving_licence');
  expect(await check()).toMatchObject({ document: { format: 'TD3' }, checks: { sides: result }, reasons });
});

test('two barcodes of different numbers are told', async () => {
  const { show, check } = await start({ policy: { documentPortrait: 'evidence' } });
  const pictures = {
    front: [await still('back', { number: 'SP4071601' })],
    back: [await still('back', { number: 'SP4071602' })],
  };
  await show(pictures, 'driving_licence');
  expect(await check()).toMatchObject({ checks: { sides: 'differ' }, reasons: ['document_sides_differ'] });
});

test('the drawn licence is for test mode only', async () => {
  const { read, show, details, selfie, check } = await start({
    mode: 'live',
    policy: { documentPortrait: 'evidence' },
  });
  await show(await sides({ number: testDocumentNumber }), 'driving_licence');
  await details();
  await selfie({ record: drawnRecording });
  expect(await check()).toMatchObject({ status: 'read', reasons: ['document_specimen', 'document_test'] });
  expect((await read()).status).not.toBe('approved');
});

/** Small frames of a side, as a page sends them. */
async function small(side: 'front' | 'back', change: Partial<TestHolder>): Promise<Buffer[]> {
  const frame = async () =>
    await sharp(await still(side, change))
      .resize(960)
      .jpeg({ quality: 60 })
      .toBuffer();
  return [await frame(), await frame(), await frame(), await frame()];
}

const times = [0, 200, 400, 600];
const own = { number: 'SP4071701' };
const other = { number: 'SP4071702', person: 1 } as const;

test.each([
  ['the licence that the small frames show', {}, {}, true, []],
  ['another back than the small frames show', {}, other, false, ['document_replayed']],
  ['another front than the small frames show', other, {}, false, ['document_replayed']],
])('a licence whose stills show %s', async (_, front, back, trailAgrees, reasons) => {
  const { show, check } = await start();
  const pictures = {
    front: [await still('front', { ...own, ...front })],
    frontTrail: await small('front', own),
    back: [await still('back', { ...own, ...back })],
    backTrail: await small('back', own),
    frontTimes: times,
    backTimes: times,
  };
  expect(await show(pictures, 'driving_licence')).toMatchObject({ status: 202 });
  expect(await check()).toMatchObject({ status: 'read', signals: { trailAgrees }, reasons });
});

test('a licence that no machine reads, and another portrait than the small frames show', async () => {
  const { read, show, details, selfie, check } = await start({ policy: { documentPortrait: 'evidence' } });
  const plain = await documentJpeg({ lines: [' '], seed: 7 }, null);
  const frontTrail = await small('front', own);
  await show(
    { front: [await still('front', other)], frontTrail, frontTimes: times, back: [plain] },
    'driving_licence',
  );
  await details();
  await selfie({ record: drawnRecording });
  expect(await check()).toMatchObject({
    status: 'captured',
    reasons: ['document_replayed', 'document_captured'],
  });
  expect(await read()).toMatchObject({ status: 'in_review', decision: { reasons: ['document_replayed'] } });
});

test('a barcode too blurred to be read leaves the licence to a reviewer', async () => {
  const { read, show, details, selfie } = await start();
  const { front, back } = await sides({ number: 'SP4071604' });
  await show({ front, back: [await sharp(back[0]!).blur(4).jpeg().toBuffer()] }, 'driving_licence');
  await details();
  await selfie({ record: drawnRecording });
  expect(await read()).toMatchObject({
    status: 'in_review',
    decision: { reasons: ['document_captured'] },
    assurance: { document: 'captured' },
  });
});
