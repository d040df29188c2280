import { describe, expect, test } from 'vitest';
import { card, type Holder, mirela, passport } from '../document/support/zoneStrings.ts';
import { come, inReview } from '../support/desk.ts';
import { documentCase } from '../support/documentCase.ts';
import { documentForm, documentJpeg } from '../support/documentPictures.ts';
import { drawnRecording } from '../support/drawnRecording.ts';
import { databases, sharedServices } from '../support/service.ts';
import { verify } from '../support/verification.ts';

const services = sharedServices({ engine: true });
const database = databases.at(-1)!;

const holder: Holder = { ...mirela, number: 'RX4071552' };
let seeds = 100;

const start = (options: Parameters<typeof documentCase>[1] = {}) => documentCase(services(database), options);

/**
 * Stills of a passport, as many as a page may send: one drawn picture in a few is not read by itself. Each passport has
 * pictures of its own, since the service recognises files.
 */
async function stills(change: Holder = {}, person: 0 | 1 | null = 0): Promise<Buffer[]> {
  const lines = passport({ ...holder, ...change });
  const seed = seeds++;
  const places = [0, 0.004, -0.004];
  return await Promise.all(places.map((x, n) => documentJpeg({ lines, seed: seed + 500 * n, x }, person)));
}

describe('a passport is', () => {
  test('read, compared, and its portrait compared with the selfie', async () => {
    const { read, show, details, selfie, check, events } = await start();
    expect((await read()).requirements.currentlyDue).toEqual(['document', 'personal_details', 'selfie']);
    expect(await show({ front: await stills() })).toMatchObject({
      status: 202,
      body: { status: 'processing', source: 'camera' },
    });
    expect(await read()).toMatchObject({
      checks: { document: { status: 'read' } },
      assurance: { document: 'read', documentAuthenticity: 'not_performed', reference: 'document' },
      requirements: { currentlyDue: ['personal_details', 'selfie'] },
    });
    await details();
    await selfie({ record: drawnRecording });
    expect(await read()).toMatchObject({
      status: 'approved',
      assurance: { faceMatch: 'match', details: 'claimed', document: 'read' },
    });
    expect(await check()).toMatchObject({
      status: 'read',
      document: {
        type: 'passport',
        format: 'TD3',
        issuingState: 'ROU',
        nationality: 'ROU',
        familyName: 'DRAGAVEI',
        givenName: 'MIRELA',
        dateOfBirth: '1990-05-17',
        expiresOn: '2032-04-15',
        number: 'RX4071552',
        numberLast4: '1552',
      },
      checks: {
        checkDigits: 'pass',
        expiry: 'valid',
        details: 'match',
        differing: [],
        sides: 'one_side',
        portrait: 'usable',
      },
      readings: [
        {
          by: 'zone',
          side: 'front',
          reviewer: null,
          fields: [
            'familyName',
            'givenName',
            'dateOfBirth',
            'number',
            'expiresOn',
            'issuingState',
            'nationality',
            'sex',
          ],
          values: null,
          readAt: expect.any(String),
        },
      ],
      reasons: [],
      signals: { seenBefore: { cases: 0, otherNames: 0 } },
    });
    expect(await events()).toContain('document_check.completed');
  });
});

describe('a passport', () => {
  test('of another person goes to a reviewer, and never declines', async () => {
    const { read, show, details, selfie } = await start({ policy: { maxSelfieAttempts: 1 } });
    await show({ front: await stills({ number: 'RX4071553' }, 1) });
    await details();
    await selfie({ record: drawnRecording });
    expect(await read()).toMatchObject({
      status: 'in_review',
      assurance: { reference: 'document' },
      decision: { reasons: [expect.stringMatching(/^selfie_(face_mismatch|reference_undecided)$/)] },
    });
  });

  test('with another name or birth date than the details goes to a reviewer', async () => {
    const { read, show, details, selfie, check } = await start({ policy: { documentPortrait: 'evidence' } });
    await show({ front: await stills({ number: 'RX4071554', birth: '900518' }) });
    await details();
    await selfie({ record: drawnRecording });
    expect(await read()).toMatchObject({
      status: 'in_review',
      decision: { reasons: ['document_details_differ'] },
      assurance: { details: 'claimed', reference: 'document', faceMatch: 'not_performed' },
    });
    expect((await check()).checks).toMatchObject({ details: 'differs', differing: ['dateOfBirth'] });
  });

  test.each([
    ['review', 'in_review'],
    ['decline', 'declined'],
    ['accept', 'approved'],
  ])('that has expired: %s', async (documentExpired, status) => {
    const { read, show, details, selfie } = await start({
      policy: { documentExpired, documentPortrait: 'evidence' },
    });
    await show({ front: await stills({ expiry: '220415', number: `RX40716${documentExpired.length}0` }) });
    await details();
    await selfie({ record: drawnRecording });
    expect(await read()).toMatchObject({
      status,
      decision: { reasons: status === 'approved' ? [] : ['document_expired'] },
    });
  });

  test.each([
    ['no expiry', { expiry: '<<<<<<', number: 'RX4071601' }, 'review', 'in_review'],
    [
      'no expiry, where that does not matter',
      { expiry: '<<<<<<', number: 'RX4071602' },
      'accept',
      'approved',
    ],
    ['no number', { number: '<<<<<<<<<' }, 'accept', 'in_review'],
  ])('that has %s', async (_, holder, documentExpired, status) => {
    const { read, show, details, selfie } = await start({
      policy: { documentExpired, documentPortrait: 'evidence' },
    });
    await show({ front: await stills(holder) });
    await details();
    await selfie({ record: drawnRecording });
    expect(await read()).toMatchObject({
      status,
      decision: { reasons: status === 'approved' ? [] : ['document_captured'] },
    });
  });
});

describe('a passport that cannot be taken as it is', () => {
  test('of Utopia is for test mode only', async () => {
    const { read, show, details, selfie, check } = await start({
      mode: 'live',
      policy: { documentPortrait: 'evidence' },
    });
    await show({ front: await stills({ state: 'UTO', nationality: 'UTO' }) });
    await details();
    await selfie({ record: drawnRecording });
    expect(await check()).toMatchObject({ status: 'read', reasons: ['document_specimen'] });
    expect((await read()).status).not.toBe('approved');
  });

  test('shown before by another name is told to the reviewer', async () => {
    const first = await start();
    await first.show({ front: await stills({ number: 'RX9999999' }) });
    const second = await start();
    await second.show({ front: await stills({ number: 'RX9999999', names: 'DOE<<JANE' }) });
    expect(await second.check()).toMatchObject({ signals: { seenBefore: { cases: 1, otherNames: 1 } } });
  });

  test('whose pictures another case had is not taken for a document in the hand', async () => {
    const front = await stills({ number: 'RX4071556' });
    const first = await start();
    await first.show({ front });
    const second = await start();
    await second.show({ front });
    expect(await second.check()).toMatchObject({ reasons: ['document_replayed'] });
  });
});

describe('a passport with a recording', () => {
  test('whose number the small frames do not show', async () => {
    const { show, check } = await start();
    const lines = passport({ ...holder, number: 'RX4071557' });
    const small = { lines, width: 720, height: 504, quality: 60 };
    const frontTrail = [
      await documentJpeg({ ...small, seed: 21 }, null),
      await documentJpeg({ ...small, seed: 22 }, null),
    ];
    expect(await show({ front: await stills(), frontTrail, frontTimes: [0, 40] })).toMatchObject({
      status: 202,
    });
    expect(await check()).toMatchObject({ reasons: ['document_replayed'], signals: { trailAgrees: false } });
  });
});

describe('a document that no machine reads', () => {
  test('a licence is captured, and a reviewer looks at it', async () => {
    const { read, show, details, selfie } = await start();
    const page = await documentJpeg({ lines: passport(holder).map(() => ' '), seed: 7 }, 0);
    await show({ front: [page], back: [page] }, 'driving_licence');
    await details();
    await selfie({ record: drawnRecording });
    expect(await read()).toMatchObject({
      status: 'in_review',
      decision: { reasons: ['document_captured'] },
      assurance: { document: 'captured' },
    });
  });

  test('a page without its zone is asked for again, then a reviewer looks at it', async () => {
    const { read, show, details, selfie } = await start({ policy: { maxDocumentAttempts: 2 } });
    for (const left of [1, 0]) {
      const page = await documentJpeg({ lines: passport(holder).map(() => ' '), seed: 8 + left }, 0);
      await show({ front: [page] });
      const { requirements, lastError } = await read();
      expect(requirements.currentlyDue.includes('document')).toBe(left > 0);
      if (left > 0) expect(lastError).toEqual({ code: 'document_not_found', retryable: true });
    }
    await details();
    await selfie({ record: drawnRecording });
    expect(await read()).toMatchObject({
      status: 'in_review',
      decision: { reasons: ['document_unreadable'] },
    });
  });

  test('a person who has none', async () => {
    const { service, id, selfie, read } = await start();
    const session = (
      await service.call('POST', `/cases/${id}/session-keys`, {
        json: { allowedOrigins: ['https://shop.example'] },
      })
    ).body;
    const page = { key: session.sessionKey, headers: { Origin: 'https://shop.example' } };
    const { person } = await import('../support/verification.ts');
    await service.call('POST', `/cases/${id}/personal-details`, { ...page, json: person });
    await service.tick();
    await selfie({ record: drawnRecording });
    expect(await read()).toMatchObject({ status: 'in_review', decision: { reasons: ['document_missing'] } });
  });
});

describe('a capture is refused', () => {
  test('before the consent, with another nonce, a second time, or as a file', async () => {
    const service = services(database);
    const { id } = await verify(service, { policy: { document: 'offer' } });
    const started = await service.call('POST', '/biometrics/document-check', { json: { caseId: id } });
    expect(started).toMatchObject({ status: 428, body: { code: 'consent_required' } });
    const { begin, show } = await start({ policy: { documentUpload: 'disable' } });
    const { body } = await begin();
    const path = `/biometrics/document-check/${body.id}/capture`;
    const front = await stills();
    const wrong = await service.call('POST', path, { body: documentForm('x'.repeat(32), { front }) });
    expect(wrong).toMatchObject({ status: 409, body: { code: 'challenge_mismatch' } });
    const file = await service.call('POST', path, {
      body: documentForm(body.nonce, { front, source: 'upload' }),
    });
    expect(file).toMatchObject({ status: 422, body: { code: 'validation_failed' } });
    const scan = await service.call('POST', path, {
      body: documentForm(body.nonce, { front: [Buffer.from('%PDF-1.7\n')] }),
    });
    expect(scan).toMatchObject({ status: 415, body: { code: 'media_type_unsupported' } });
    expect((await show({ front })).status).toBe(202);
    const again = await service.call('POST', path, { body: documentForm(body.nonce, { front }) });
    expect(again.status).toBe(409);
  });

  test('nothing changes where the policy is off', async () => {
    const { read, begin } = await start({ policy: { document: 'off' } });
    expect((await read()).requirements.currentlyDue).toEqual(['personal_details', 'selfie']);
    expect(await begin()).toMatchObject({ status: 409, body: { code: 'case_state_conflict' } });
  });
});

test('a card that shows its zone on the back', async () => {
  const { show, check } = await start();
  const lines = card({ ...holder, number: 'RX4071558' });
  const front = await documentJpeg({ lines: lines.map(() => ' '), seed: 11 }, 0);
  const back = await documentJpeg({ lines, seed: 12, fill: 0.85 }, null);
  await show({ front: [front], back: [back] }, 'id_card');
  expect(await check()).toMatchObject({
    status: 'read',
    document: { type: 'id_card', format: 'TD1' },
    readings: [{ by: 'zone', side: 'back' }],
    checks: { portrait: 'usable', sides: 'one_side' },
  });
});

test.each([
  ['EXPIRED', 'document_expired'],
  ['UNREADABLE', 'document_unreadable'],
  ['DIFFERS', 'document_details_differ'],
  ['MISSING', 'document_missing'],
])('a family name of test mode forces %s', async (name, reason) => {
  const { read, show, details, selfie } = await start({ policy: { documentPortrait: 'evidence' } });
  await show({ front: await stills({ number: `RX4072${reason.length}0` }) });
  await details({ familyName: `IDVTEST_DOCUMENT_${name}` });
  await selfie({ record: drawnRecording });
  expect(await read()).toMatchObject({ status: 'in_review', decision: { reasons: [reason] } });
});

test('a reviewer asks for new pictures', async () => {
  const { service, id, read, show, details, selfie } = await start({
    policy: { documentPortrait: 'evidence' },
  });
  await show({ front: await stills({ number: 'RX4073001', birth: '900518' }) });
  await details();
  await selfie({ record: drawnRecording });
  const { version: expectedVersion } = await read();
  const json = { outcome: 'requires_input', reasons: ['document_photo'], expectedVersion };
  expect((await service.call('POST', `/cases/${id}/decision`, { json })).status).toBe(200);
  expect(await read()).toMatchObject({
    requirements: { currentlyDue: ['document'] },
    lastError: { code: 'document_photo', retryable: true },
    assurance: { document: 'not_performed' },
  });
  await show({ front: [await documentJpeg({ lines: passport(holder).map(() => ' '), seed: 11 }, 0)] });
  expect(await read()).toMatchObject({ status: 'requires_input', assurance: { document: 'not_performed' } });
  await show({ front: await stills({ number: 'RX4073002' }) });
  // Corrected input is never approved by rule.
  expect(await read()).toMatchObject({ status: 'in_review', decision: { reasons: ['review_required'] } });
});

test('no pictures are asked for where the policy asks for no document', async () => {
  const service = services(database);
  const { id, read } = await inReview(service);
  const { version: expectedVersion } = await read();
  const json = { outcome: 'requires_input', reasons: ['document_photo'], expectedVersion };
  expect(await service.call('POST', `/cases/${id}/decision`, { json })).toMatchObject({
    status: 422,
    body: { code: 'validation_failed', errors: [{ pointer: '#/reasons', code: 'document_off' }] },
  });
  expect(await read()).toMatchObject({ status: 'in_review', version: expectedVersion });
});

test('an erased case keeps nothing of its document', async () => {
  const { service, id, show, check } = await start();
  await show({ front: await stills({ number: 'RX4073003' }) });
  const { id: checkId } = await check();
  expect((await service.call('DELETE', `/cases/${id}`)).status).toBeLessThan(300);
  expect((await service.call('GET', `/biometrics/document-check/${checkId}`)).status).toBe(410);
  const { db } = service.deps;
  for (const table of ['document_pictures', 'document_marks'] as const)
    expect(await db.selectFrom(table).selectAll().where('case_id', '=', id).execute()).toEqual([]);
  const rows = await db.selectFrom('document_checks').selectAll().where('case_id', '=', id).execute();
  expect(rows).toMatchObject([{ sealed_fields: null, signals: null }]);
});

test('a reviewer sees the document after their own judgement, beside the details', async () => {
  const { service, id, read, show, details, selfie } = await start();
  await show({ front: await stills({ number: 'RX4073004', birth: '900518' }) });
  await details();
  await selfie({ record: drawnRecording });
  const { visitor } = await come(service);
  const path = `/desk/cases/${id}`;
  await visitor.get(path);
  await visitor.post(`${path}/claim`, {});
  const before = await visitor.get(path);
  expect(before.text).not.toMatch(/DRAGAVEI|RX4073004|document\/front/);
  expect((await visitor.get(`${path}/document/front/0`)).status).toBe(404);
  for (const [, src] of before.text.matchAll(/<img[^>]* src="([^"]+)"/g)) await visitor.get(src!);
  await visitor.post(`${path}/judgement`, { likeness: '3', life: 'alive' });
  const { text } = await visitor.get(path);
  expect(text).toMatch(/No machine here established that this document is genuine/);
  expect(text).toMatch(/DRAGAVEI/);
  expect(text).toMatch(/1990-05-1<mark>8<\/mark>.*1990-05-1<mark>7<\/mark>.*differs/s);
  const picture = await visitor.get(`${path}/document/front/0`);
  expect(picture).toMatchObject({ status: 200 });
  expect(picture.headers.get('content-type')).toBe('image/jpeg');
  for (const other of ['front/7', 'back/0', 'side/0', 'front/-1'])
    expect((await visitor.get(`${path}/document/${other}`)).status).toBe(404);
  // The reviewer reads what the person will.
  expect(text).toContain('<option value="document_photo">Take new photos (Your document)</option>');
  const expectedVersion = String((await read()).version);
  const asked = { outcome: 'requires_input', reason: 'document_photo', expectedVersion };
  expect((await visitor.post(`${path}/decision`, asked)).status).toBe(303);
  // Until then the decision can be taken back.
  service.advance(11_000);
  await service.tick();
  expect(await read()).toMatchObject({
    status: 'requires_input',
    requirements: { currentlyDue: ['document'] },
    lastError: { code: 'document_photo', retryable: true },
  });
});
