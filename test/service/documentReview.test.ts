import { expect, test } from 'vitest';
import { type Holder, mirela, passport } from '../document/support/zoneStrings.ts';
import { come, judgeAt } from '../support/desk.ts';
import { documentCase } from '../support/documentCase.ts';
import { documentForm, documentJpeg } from '../support/documentPictures.ts';
import { drawnRecording } from '../support/drawnRecording.ts';
import { holdJobs, releaseJobs } from '../support/holdJobs.ts';
import { databases, sharedServices } from '../support/service.ts';

const services = sharedServices({ engine: true });
const database = databases.at(-1)!;
let seeds = 39_000;
let numbers = 3_900_000;
const number = () => `RX${numbers++}`;

async function stills(change: Holder, person: 0 | 1 | null = 0): Promise<Buffer[]> {
  const lines = passport({ ...mirela, ...change });
  const seed = seeds++;
  return await Promise.all(
    [0, 0.004, -0.004].map((x, n) => documentJpeg({ lines, seed: seed + 500 * n, x }, person)),
  );
}
const blank = async () => [await documentJpeg({ lines: [' ', ' '], seed: seeds++ }, 0)];

async function openCase(options: { policy?: object; prefill?: object } = {}) {
  const service = services(database);
  const session = { allowedOrigins: [new URL(service.url).origin] };
  const made = await documentCase(service, { ...options, session });
  const decide = async (json: object) => {
    const { version: expectedVersion } = await made.read();
    return await service.call('POST', `/cases/${made.id}/decision`, { json: { ...json, expectedVersion } });
  };
  return { ...made, decide };
}

test('details that are sent while the document is read do not evade the comparison with what the site gave', async () => {
  const made = await openCase({
    prefill: { familyName: 'Smith', givenName: 'John', dateOfBirth: '1970-01-01' },
  });
  const { service, begin, details, page, selfie, read, check } = made;
  const { db, clock } = service.deps;
  const { body: begun } = await begin();
  const body = documentForm(begun.nonce, { front: await stills({ number: number() }) });
  await holdJobs(db, 'read_document', async () =>
    expect(
      (await service.call('POST', `/biometrics/document-check/${begun.id}/capture`, { body })).status,
    ).toBe(202),
  );
  expect((await details({}, page)).status).toBe(200);
  await releaseJobs(db, 'read_document', clock());
  await service.tick();
  await selfie({ record: drawnRecording });
  expect((await check()).checks).toMatchObject({
    details: 'differs',
    differing: expect.arrayContaining(['familyName']),
  });
  expect(await read()).toMatchObject({
    status: 'in_review',
    decision: { reasons: ['document_details_differ'] },
  });
});

test('the pictures of an unreadable document are transcribed although another check was begun after them', async () => {
  const { service, id, show, begin, details, page, selfie, read } = await openCase();
  await show({ front: await blank() });
  const first = (await read()).checks.document;
  expect(first.status).toBe('unreadable');
  await begin();
  await details({}, page);
  await selfie({ record: drawnRecording });
  const now = await read();
  expect(now).toMatchObject({ status: 'in_review', decision: { reasons: ['document_unreadable'] } });
  const { visitor } = await come(service);
  const text = await judgeAt(visitor, id);
  expect(text).toContain('Type what stands on the document');
});

test('the same after ten refused captures', async () => {
  const { service, id, show, begin, details, selfie, read } = await openCase();
  await show({ front: await blank() });
  const { body: check } = await begin();
  for (let sent = 0; sent < 10; sent++)
    await service.call('POST', `/biometrics/document-check/${check.id}/capture`, {
      body: documentForm(check.nonce, { front: [Buffer.from('no picture')] }),
    });
  await details();
  await selfie({ record: drawnRecording });
  expect(await read()).toMatchObject({ status: 'in_review', checks: { document: { status: 'unreadable' } } });
  const { visitor } = await come(service);
  const text = await judgeAt(visitor, id);
  expect(text).toContain('Type what stands on the document');
});

test('after new photos were asked for and none came, the case claims nothing of the earlier document', async () => {
  const { show, details, page, selfie, read, decide } = await openCase();
  await show({ front: await stills({ number: number(), names: 'ADLER<<MIRELA' }) });
  await details();
  await selfie({ record: drawnRecording });
  expect((await read()).status).toBe('in_review');
  expect((await decide({ outcome: 'requires_input', reasons: ['document_photo'] })).status).toBe(200);
  await details({}, page);
  const now = await read();
  expect(now).toMatchObject({
    decision: { reasons: ['document_missing'] },
    assurance: { document: 'not_performed' },
  });
});

test('refused pictures of a document do not end the selfie', async () => {
  const { service, id, begin, details, read } = await openCase();
  const { body: check } = await begin();
  for (let sent = 0; sent < 10; sent++)
    await service.call('POST', `/biometrics/document-check/${check.id}/capture`, {
      body: documentForm(check.nonce, { front: [Buffer.from('no picture')] }),
    });
  await details();
  const { body: selfie } = await service.call('POST', '/biometrics/selfie-check', { json: { caseId: id } });
  const form = new FormData();
  form.append('nonce', selfie.challenge.nonce);
  form.append('steps', JSON.stringify(selfie.challenge.steps));
  for (const step of selfie.challenge.steps) form.append('frames', new Blob(['no picture']), `${step}.jpg`);
  await service.call('POST', `/biometrics/selfie-check/${selfie.id}/capture`, { body: form });
  const now = await read();
  expect(now).toMatchObject({ status: 'requires_input', requirements: { currentlyDue: ['selfie'] } });
});

test('new photos that a reviewer asks for are not ended by the first refusal', async () => {
  const { service, begin, details, selfie, read, decide } = await openCase();
  const refuse = async (times: number) => {
    const { body: check } = await begin();
    for (let sent = 0; sent < times; sent++)
      await service.call('POST', `/biometrics/document-check/${check.id}/capture`, {
        body: documentForm(check.nonce, { front: [Buffer.from('no picture')] }),
      });
  };
  await refuse(10);
  await details();
  await selfie({ record: drawnRecording });
  expect((await read()).status).toBe('in_review');
  expect((await decide({ outcome: 'requires_input', reasons: ['document_photo'] })).status).toBe(200);
  await refuse(1);
  const now = await read();
  expect(now).toMatchObject({ status: 'requires_input', requirements: { currentlyDue: ['document'] } });
});

test('with documentRetain fields neither pages nor portrait stay after the decision', async () => {
  const { service, id, show, details, selfie, read } = await openCase({
    policy: { documentRetain: 'fields' },
  });
  await show({ front: await stills({ number: number() }) });
  await details();
  await selfie({ record: drawnRecording });
  const { db } = service.deps;
  const left = await db.selectFrom('reference_images').select('case_id').where('case_id', '=', id).execute();
  const pages = await db
    .selectFrom('document_pictures')
    .select('case_id')
    .where('case_id', '=', id)
    .execute();
  expect(await read()).toMatchObject({ status: 'approved', assurance: { reference: 'document' } });
  expect([left, pages]).toEqual([[], []]);
});

test('the test value for an expired document is approved where the policy accepts one', async () => {
  const { show, details, selfie, read, check } = await openCase({ policy: { documentExpired: 'accept' } });
  await show({ front: await stills({ number: number() }) });
  await details({ familyName: 'IDVTEST_DOCUMENT_EXPIRED' });
  await selfie({ record: drawnRecording });
  expect(await check()).toMatchObject({ checks: { expiry: 'expired' }, reasons: [] });
  expect((await read()).status).toBe('approved');
});

test('the test value for an expired document is said of a check that was read before', async () => {
  const { show, details, selfie, read, check } = await openCase();
  await show({ front: await stills({ number: number() }) });
  await details({ familyName: 'IDVTEST_DOCUMENT_EXPIRED' });
  await selfie({ record: drawnRecording });
  expect(await check()).toMatchObject({ checks: { expiry: 'expired' }, reasons: ['document_expired'] });
  expect(await read()).toMatchObject({ status: 'in_review', decision: { reasons: ['document_expired'] } });
});

test('what the earlier document differed in is not said of the new one', async () => {
  const { show, details, page, selfie, read, check, decide } = await openCase({
    prefill: { familyName: 'Smith', givenName: 'John' },
  });
  await show({ front: await stills({ number: number() }) });
  await details({ familyName: 'Smith', givenName: 'John' }, page);
  await selfie({ record: drawnRecording });
  expect((await read()).status).toBe('in_review');
  expect((await decide({ outcome: 'requires_input', reasons: ['document_photo'] })).status).toBe(200);
  await show({ front: await stills({ number: number(), names: 'SMITH<<JOHN' }) });
  const { checks } = await check();
  expect(checks).toMatchObject({ details: 'match', differing: [] });
});

test('the reason of the review is one that the check still has', async () => {
  const { show, details, selfie, read, check } = await openCase();
  await details({ familyName: 'Adler' });
  await show({ front: await stills({ number: number() }, null) });
  await details();
  await selfie({ record: drawnRecording });
  const now = await read();
  expect((await check()).reasons).toEqual(['document_no_portrait']);
  expect(now.decision?.reasons).toEqual(['document_no_portrait']);
});

test('a reviewer who asks for new photos and a corrected name gets both', async () => {
  const { show, details, selfie, read, decide } = await openCase();
  await show({ front: await stills({ number: number(), names: 'ADLER<<MIRELA' }) });
  await details();
  await selfie({ record: drawnRecording });
  await decide({ outcome: 'requires_input', reasons: ['document_photo', 'details_name'] });
  const now = await read();
  expect(now.requirements.currentlyDue).toEqual(['document', 'personal_details']);
});

test('an unreadable file that another case had leads to a reviewer, whatever is shown after it', async () => {
  const file = await blank();
  await (await openCase()).show({ front: file });
  const { service, id, show, details, selfie, read, check } = await openCase();
  await show({ front: file });
  const first = await check();
  await show({ front: await stills({ number: number() }) });
  await details();
  await selfie({ record: drawnRecording });
  const now = await read();
  expect(first.reasons).toContain('document_replayed');
  expect(now).toMatchObject({ status: 'in_review', decision: { reasons: ['document_replayed'] } });
  const { visitor } = await come(service);
  expect(await judgeAt(visitor, id)).toContain('the person showed pictures that were used before');
});

test('the earlier document stays at the desk if the person begins another check and sends nothing', async () => {
  const { service, id, show, begin, details, page, selfie, read, decide } = await openCase();
  await show({ front: await stills({ number: number(), names: 'ADLER<<MIRELA' }) });
  await details();
  await selfie({ record: drawnRecording });
  expect((await decide({ outcome: 'requires_input', reasons: ['document_photo'] })).status).toBe(200);
  await begin();
  await details({}, page);
  expect((await read()).decision?.reasons).toEqual(['document_missing']);
  const { visitor } = await come(service);
  const text = await judgeAt(visitor, id);
  expect(text).toContain('document-title');
});
