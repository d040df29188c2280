import { expect, test } from 'vitest';
import { answerAs } from '../../src/testwallet/holder.ts';
import { card, mirela, passport } from '../document/support/zoneStrings.ts';
import { documentCase } from '../support/documentCase.ts';
import { documentJpeg } from '../support/documentPictures.ts';
import { drawnRecording } from '../support/drawnRecording.ts';
import { databases, sharedServices } from '../support/service.ts';
import { captureOf, person } from '../support/verification.ts';
import { createWalletCase, respond } from '../support/walletCase.ts';
import { WALLET_ORIGIN, walletHolder } from '../support/walletHolder.ts';
import { startWalletService } from '../support/walletService.ts';

const services = sharedServices({ engine: true });
const database = databases.at(-1)!;
let seeds = 15_000;

/** Stills of a page that are read: one drawn picture in a few is not read by itself. */
async function stills(lines: string[]): Promise<Buffer[]> {
  const seed = seeds++;
  return await Promise.all(
    [0, 0.004, -0.004].map((x, n) => documentJpeg({ lines, seed: seed + 500 * n, x }, null)),
  );
}

const start = (policy: object = {}) =>
  documentCase(services(database), { policy: { documentPortrait: 'evidence', ...policy } });

test('a document that nobody could read holds no case whose person a credential proves', async () => {
  const { now, issuer, service } = await startWalletService();
  const policy = { credential: 'offer', document: 'require', maxDocumentAttempts: 1 };
  const opened = await createWalletCase(service, policy);
  const { db } = service.deps;
  const { facts } = await db
    .selectFrom('cases')
    .select('facts')
    .where('id', '=', opened.id)
    .executeTakeFirstOrThrow();
  const unread = { document: 'unreadable', documentReason: 'document_unreadable', documentAttempts: 1 };
  await db
    .updateTable('cases')
    .set({ facts: JSON.stringify({ ...facts, ...unread }) })
    .where('id', '=', opened.id)
    .execute();
  const [request] = opened.request.requests;
  const options = { format: 'dc+sd-jwt', now: now.getTime(), issuer } as const;
  await respond(service, opened, answerAs(walletHolder, request, WALLET_ORIGIN, options));
  const path = `/cases/${opened.id}`;
  await service.call('POST', `${path}/personal-details`, { ...opened.page, json: person });
  const { body: selfie } = await service.call('POST', '/biometrics/selfie-check', {
    json: { caseId: opened.id },
  });
  const body = captureOf(selfie.challenge);
  await service.call('POST', `/biometrics/selfie-check/${selfie.id}/capture`, { body });
  await service.tick();
  // Without an engine no selfie is measured, which test mode says.
  expect((await service.call('GET', path)).body).toMatchObject({
    assurance: { details: 'verified', document: 'not_performed' },
    status: 'approved',
    decision: { reasons: ['test_mode'] },
  });
});

test('no new photos are asked for where a credential proves the person', async () => {
  const { service, id, read, show, details, selfie } = await start();
  await show({ front: await stills(passport({ ...mirela, number: 'RX7000011', names: 'ADLER<<MIRELA' })) });
  await details();
  await selfie({ record: drawnRecording });
  const { version: expectedVersion, status } = await read();
  expect(status).toBe('in_review');
  const { db } = service.deps;
  const { facts } = await db
    .selectFrom('cases')
    .select('facts')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  await db
    .updateTable('cases')
    .set({ facts: JSON.stringify({ ...facts, credential: 'verified' }) })
    .where('id', '=', id)
    .execute();
  const json = { outcome: 'requires_input', reasons: ['document_photo'], expectedVersion };
  expect(await service.call('POST', `/cases/${id}/decision`, { json })).toMatchObject({
    status: 422,
    body: { code: 'validation_failed', errors: [{ pointer: '#/reasons', code: 'credential_verified' }] },
  });
});

test('what a person was told to do again is gone once nothing is asked of them', async () => {
  const { service, id, read, show } = await start();
  await show({ front: await stills([' ', ' ']) });
  expect((await read()).lastError).toEqual({ code: 'document_not_found', retryable: true });
  const canceled = await service.call('POST', `/cases/${id}/cancel`, { json: {} });
  expect(canceled.status).toBe(200);
  expect(await read()).toMatchObject({ status: 'canceled', lastError: null });
});

test('documents whose number was not read are not found in one another', async () => {
  for (const round of [1, 2]) {
    const { show, check } = await start();
    await show({ front: await stills(passport({ ...mirela, number: '<<<<<<<<<' })) });
    expect(await check(), `round ${round}`).toMatchObject({
      status: 'read',
      signals: { seenBefore: null },
    });
  }
});

test.each([
  ['review', 'in_review', 'RX7000001'],
  ['decline', 'declined', 'RX7000002'],
  ['accept', 'approved', 'RX7000003'],
])('a document that expires before its case is decided: %s', async (documentExpired, status, number) => {
  const { service, show, details, selfie, read, check } = await start({ documentExpired });
  const tomorrow = new Date(service.deps.clock().getTime() + 86_400_000).toISOString();
  const expiry = tomorrow.slice(2, 10).replaceAll('-', '');
  await show({ front: await stills(passport({ ...mirela, number, expiry })) });
  await details();
  expect((await check()).checks).toMatchObject({ expiry: 'valid' });
  service.advance(2 * 86_400_000);
  await selfie({ record: drawnRecording });
  const reasons = documentExpired === 'accept' ? [] : ['document_expired'];
  expect(await read()).toMatchObject({ status, decision: { reasons } });
  expect(await check()).toMatchObject({ checks: { expiry: 'expired' }, reasons });
});

test.each([
  ['a card of the state of its holder', { code: 'I<' }, 'id_card'],
  ['a card of somebody from elsewhere', { code: 'ID', nationality: 'MDA' }, null],
  ['a card whose code says permit', { code: 'IR', nationality: 'MDA' }, 'residence_permit'],
  ['a passport card', { code: 'IP', nationality: 'MDA' }, 'id_card'],
] as const)('the zone of %s says which of two kinds it is', async (_, holder, told) => {
  for (const [n, documentTypes] of [['id_card'], ['residence_permit']].entries()) {
    const { show, check } = await start({ documentTypes });
    const number = `RX71${String(seeds).slice(-4)}${n}`;
    const lines = card({ ...mirela, ...holder, number });
    const [chosen] = documentTypes;
    await show({ front: await stills(lines) }, chosen);
    expect(await check()).toMatchObject({
      status: 'read',
      document: { type: told ?? chosen },
      reasons: told === chosen ? [] : ['document_type_not_accepted'],
    });
  }
});

test('a card that may be either of two kinds is taken where both are accepted', async () => {
  const { show, check } = await start();
  const lines = card({ ...mirela, code: 'I<', nationality: 'MDA', number: 'RX7200001' });
  await show({ front: await stills(lines) }, 'residence_permit');
  expect(await check()).toMatchObject({ document: { type: 'residence_permit' }, reasons: [] });
});

test('the certainty of a zone is told by its least certain character', async () => {
  const { show, check } = await start();
  await show({ front: await stills([' ', ' ']) });
  expect((await check()).signals.lowestConfidence).toBeNull();
  await show({ front: await stills(passport({ ...mirela, number: 'RX7300000' })) });
  const { lowestConfidence } = (await check()).signals;
  expect(lowestConfidence).toBeGreaterThan(0.9);
  expect(lowestConfidence).toBeLessThanOrEqual(1);
});
