import { describe, expect, test } from 'vitest';
import { type Holder, mirela, passport } from '../document/support/zoneStrings.ts';
import { documentCase } from '../support/documentCase.ts';
import { documentForm, documentJpeg } from '../support/documentPictures.ts';
import { drawnRecording } from '../support/drawnRecording.ts';
import { holdJobs, releaseJobs } from '../support/holdJobs.ts';
import { databases, sharedServices } from '../support/service.ts';

const services = sharedServices({ engine: true });
const database = databases.at(-1)!;
let seeds = 9000;

/** Stills of a passport that are read: one drawn picture in a few is not read by itself. */
async function stills(change: Holder): Promise<Buffer[]> {
  const lines = passport({ ...mirela, ...change });
  const seed = seeds++;
  return await Promise.all(
    [0, 0.004, -0.004].map((x, n) => documentJpeg({ lines, seed: seed + 500 * n, x }, 0)),
  );
}

/** A case whose document was captured and waits for its examination. */
async function waiting({ policy = {}, number }: { policy?: object; number: string }) {
  const service = services(database);
  const session = { allowedOrigins: [new URL(service.url).origin] };
  const made = await documentCase(service, { policy: { documentPortrait: 'evidence', ...policy }, session });
  const { body: begun } = await made.begin();
  const path = `/biometrics/document-check/${begun.id}`;
  const body = documentForm(begun.nonce, { front: await stills({ number }) });
  const { db, clock } = service.deps;
  await holdJobs(db, 'read_document', async () =>
    expect((await service.call('POST', `${path}/capture`, { body })).status).toBe(202),
  );
  const askAgain = async (...reasons: string[]) => {
    const { version: expectedVersion } = await made.read();
    const json = { outcome: 'requires_input', reasons, expectedVersion };
    expect((await service.call('POST', `/cases/${made.id}/decision`, { json })).status).toBe(200);
  };
  return {
    ...made,
    askAgain,
    /** Lets the job run. */
    examine: async () => {
      await releaseJobs(db, 'read_document', clock());
      await service.tick();
    },
    lose: () =>
      db.deleteFrom('jobs').where('case_id', '=', made.id).where('kind', '=', 'read_document').execute(),
    onPage: async () => (await service.call('GET', path, made.page)).body,
    first: async () => (await service.call('GET', path)).body,
  };
}

describe('a document whose case was judged before it was read', () => {
  test('is read for the reviewer, and the case does not wait for it later', async () => {
    const { read, details, selfie, examine, askAgain, check } = await waiting({ number: 'RX5000001' });
    await details({ familyName: 'IDVTEST_SPOOF' });
    await selfie({ record: drawnRecording });
    const { decision } = await read();
    expect(decision).toMatchObject({ reasons: ['selfie_spoof_suspected'] });
    await examine();
    expect(await read()).toMatchObject({ status: 'in_review', decision, assurance: { document: 'read' } });
    expect(await check()).toMatchObject({ status: 'read', document: { number: 'RX5000001' } });
    await askAgain('selfie_low_quality');
    await selfie({ record: drawnRecording });
    expect((await read()).status).not.toBe('processing');
  });

  test('is left to a person once the case is declined', async () => {
    const { read, details, selfie, examine, check } = await waiting({
      policy: { onSpoof: 'decline' },
      number: 'RX5000002',
    });
    await details({ familyName: 'IDVTEST_SPOOF' });
    await selfie({ record: drawnRecording });
    const { decision } = await read();
    expect(decision).toMatchObject({ outcome: 'declined' });
    await examine();
    expect(await check()).toMatchObject({ status: 'captured', reasons: ['check_failed'] });
    expect(await read()).toMatchObject({ status: 'declined', decision, assurance: { document: 'captured' } });
  });

  test('does not answer for the new pictures that a reviewer asked for', async () => {
    const { read, details, selfie, examine, askAgain, show, first, check } = await waiting({
      number: 'RX5000003',
    });
    await details({ familyName: 'IDVTEST_SPOOF' });
    await selfie({ record: drawnRecording });
    await askAgain('document_photo');
    await examine();
    expect((await read()).requirements.currentlyDue).toContain('document');
    await show({ front: await stills({ number: 'RX5000004' }) });
    expect(await check()).toMatchObject({ status: 'read', document: { number: 'RX5000004' } });
    expect(await first()).toMatchObject({ status: 'captured', document: null });
    expect((await read()).status).toBe('in_review');
  });
});

test('a document job that was lost is made up for', async () => {
  const { service, read, details, selfie, lose, check } = await waiting({ number: 'RX5000005' });
  await details();
  await selfie({ record: drawnRecording });
  await lose();
  await service.tick();
  expect((await read()).status).toBe('processing');
  service.advance(61_000);
  await service.tick();
  expect(await check()).toMatchObject({ status: 'read', document: { number: 'RX5000005' } });
  expect((await read()).status).not.toBe('processing');
});

test('a page sees the same of pictures that were examined and of pictures that were not', async () => {
  const views = [];
  const cases = [
    ['IDVTEST_APPROVE', {}, 'RX5000006'],
    ['IDVTEST_SPOOF', {}, 'RX5000007'],
    ['IDVTEST_SPOOF', { onSpoof: 'decline' }, 'RX5000008'],
    ['IDVTEST_SPOOF', { onSpoof: 'decline', documentRetain: 'fields' }, 'RX5000009'],
  ] as const;
  for (const [familyName, policy, number] of cases) {
    const { details, selfie, examine, onPage } = await waiting({ policy, number });
    await details({ familyName });
    await selfie({ record: drawnRecording });
    const before = await onPage();
    await examine();
    const { expiresAt, ...after } = await onPage();
    views.push({ before: before.status, ...after, id: '', caseId: '', nonce: '' });
  }
  expect(views[0]).toMatchObject({ before: 'processing', status: 'completed', reason: null, read: null });
  for (const view of views) expect(view).toEqual(views[0]);
});
