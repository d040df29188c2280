import { expect, test } from 'vitest';
import { type Holder, mirela, passport } from '../document/support/zoneStrings.ts';
import { documentCase } from '../support/documentCase.ts';
import { documentJpeg } from '../support/documentPictures.ts';
import { drawnRecording } from '../support/drawnRecording.ts';
import { databases, sharedServices } from '../support/service.ts';

const services = sharedServices({ engine: true });
const database = databases.at(-1)!;
let seeds = 12_000;

/** Stills of a passport that are read: one drawn picture in a few is not read by itself. */
async function stills(change: Holder, person: 0 | 1 | null): Promise<Buffer[]> {
  const lines = passport({ ...mirela, ...change });
  const seed = seeds++;
  return await Promise.all(
    [0, 0.004, -0.004].map((x, n) => documentJpeg({ lines, seed: seed + 500 * n, x }, person)),
  );
}

/** A case in review, of the first drawn person with a passport, whose reviewer has asked for new photos of it. */
async function askedAgain({
  person,
  number,
  policy = {},
}: {
  person: 0 | 1;
  number: string;
  policy?: object;
}) {
  const service = services(database);
  const session = { allowedOrigins: [new URL(service.url).origin] };
  const made = await documentCase(service, { policy: { maxSelfieAttempts: 1, ...policy }, session });
  // Another name than that of the details.
  await made.show({ front: await stills({ number, names: 'ADLER<<MIRELA' }, person) });
  await made.details();
  await made.selfie({ record: drawnRecording });
  const before = await made.read();
  expect(before).toMatchObject({ status: 'in_review', assurance: { reference: 'document' } });
  const json = {
    outcome: 'requires_input',
    reasons: ['document_photo'],
    expectedVersion: before.version,
  };
  expect((await service.call('POST', `/cases/${made.id}/decision`, { json })).status).toBe(200);
  const selfieCheck = async () =>
    (await service.call('GET', `/biometrics/selfie-check/${before.checks.selfie.id}`)).body;
  return { ...made, before, selfieCheck };
}

test('with new photos of a document asked for, the portrait of the earlier one counts no longer', async () => {
  const { read, show, before, selfieCheck } = await askedAgain({ person: 1, number: 'RX6000001' });
  expect(before.assurance.faceMatch).toMatch(/no_match|inconclusive|undecided/);
  expect(await read()).toMatchObject({
    assurance: { reference: 'none', faceMatch: 'not_performed' },
    checks: { selfie: { status: (await selfieCheck()).status } },
  });
  expect(await selfieCheck()).toMatchObject({ faceMatch: { result: 'not_performed', score: null } });
  await show({ front: await stills({ number: 'RX6000002' }, 0) });
  expect(await read()).toMatchObject({
    status: 'in_review',
    decision: { reasons: ['review_required'] },
    assurance: { reference: 'document', faceMatch: 'match', liveness: 'pass' },
    requirements: { selfieAttemptsRemaining: 0 },
  });
  expect(await selfieCheck()).toMatchObject({ status: 'passed', faceMatch: { result: 'match' } });
});

test('a new document without a portrait takes over none', async () => {
  const { read, show, selfieCheck } = await askedAgain({ person: 0, number: 'RX6000003' });
  await show({ front: await stills({ number: 'RX6000004' }, null) });
  expect(await read()).toMatchObject({
    status: 'in_review',
    decision: { reasons: ['document_no_portrait'] },
    assurance: { reference: 'none', faceMatch: 'not_performed' },
  });
  expect(await selfieCheck()).toMatchObject({ status: 'passed', faceMatch: { result: 'not_performed' } });
});

test('a face unlike the earlier document declines nobody who shows no new one', async () => {
  const { details, page, read } = await askedAgain({ person: 1, number: 'RX6000005' });
  expect((await details({}, page)).status).toBe(200);
  expect(await read()).toMatchObject({
    status: 'in_review',
    decision: { reasons: ['document_missing'] },
    assurance: { reference: 'none', faceMatch: 'not_performed' },
  });
});

test('evidence beside the portrait of the earlier document is undone too', async () => {
  const { show, selfieCheck } = await askedAgain({
    person: 1,
    number: 'RX6000006',
    policy: { documentPortrait: 'evidence' },
  });
  expect((await selfieCheck()).signals.documentPortrait).toBeNull();
  await show({ front: await stills({ number: 'RX6000007' }, 0) });
  expect((await selfieCheck()).signals).toMatchObject({ documentPortrait: { result: 'match' } });
});

test('the page sees a selfie that is compared again as it was: over', async () => {
  const { service, id, page, show, selfieCheck } = await askedAgain({ person: 1, number: 'RX6000008' });
  const before = await selfieCheck();
  expect(before.completedAt).not.toBeNull();
  await show({ front: await stills({ number: 'RX6000009' }, 0) });
  // As it is between the reading of the document and the comparison.
  const { db } = service.deps;
  await db.updateTable('selfie_checks').set({ status: 'processing' }).where('case_id', '=', id).execute();
  expect(await selfieCheck()).toMatchObject({ status: 'processing', completedAt: null });
  const seen = await service.call('GET', `/biometrics/selfie-check/${before.id}`, page);
  expect(seen.body).toMatchObject({ status: 'completed', reason: null, userMessage: null });
});
