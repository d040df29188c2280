import { describe, expect, test } from 'vitest';
import { inTransaction } from '../../src/service/db/inTransaction.ts';
import { verifySelfie } from '../../src/service/selfies/verifySelfie.ts';
import { mirela, passport } from '../document/support/zoneStrings.ts';
import { documentCase } from '../support/documentCase.ts';
import { documentJpeg } from '../support/documentPictures.ts';
import { drawnRecording } from '../support/drawnRecording.ts';
import { holdJobs, releaseJobs } from '../support/holdJobs.ts';
import { databases, sharedServices } from '../support/service.ts';

const services = sharedServices({ engine: true });
const database = databases.at(-1)!;
let seeds = 15_000;

/** A case whose document and selfie, of the first drawn person, were both captured and wait for their jobs. */
async function captured({
  person,
  policy = {},
  details = {},
}: {
  person: 0 | 1 | null;
  policy?: object;
  details?: object;
}) {
  const service = services(database);
  const made = await documentCase(service, { policy: { maxSelfieAttempts: 1, ...policy } });
  await made.details(details);
  const seed = seeds++;
  const lines = passport({ ...mirela, number: `RX71${seed}` });
  const front = await Promise.all(
    [0, 0.004, -0.004].map((x, n) => documentJpeg({ lines, seed: seed + 500 * n, x }, person)),
  );
  const { db, clock } = service.deps;
  await holdJobs(db, 'read_document', () => made.show({ front }));
  await holdJobs(db, 'verify_selfie', () => made.selfie({ record: drawnRecording }));
  expect(await made.read()).toMatchObject({
    status: 'processing',
    checks: { document: { status: 'processing' }, selfie: { status: 'processing' } },
  });
  const run = (kind: 'read_document' | 'verify_selfie') => async () => {
    await releaseJobs(db, kind, clock());
    await service.tick();
  };
  return {
    ...made,
    readsDocument: run('read_document'),
    judgesSelfie: run('verify_selfie'),
    /** The verdict on the selfie, before its transaction. */
    judged: async () => {
      const job = db.selectFrom('jobs').selectAll().where('case_id', '=', made.id);
      return await verifySelfie(
        service.deps,
        await job.where('kind', '=', 'verify_selfie').executeTakeFirstOrThrow(),
      );
    },
    selfieCheck: async () => {
      const { id } = (await made.read()).checks.selfie;
      return (await service.call('GET', `/biometrics/selfie-check/${id}`)).body;
    },
  };
}

type Captured = Awaited<ReturnType<typeof captured>>;

const orders: [string, (made: Captured) => Promise<void>][] = [
  [
    'read before the selfie is judged',
    async ({ readsDocument, judgesSelfie }) => {
      await readsDocument();
      await judgesSelfie();
    },
  ],
  [
    'read after the selfie was judged',
    async ({ readsDocument, judgesSelfie }) => {
      await judgesSelfie();
      await readsDocument();
    },
  ],
  [
    'read while the selfie is judged',
    async ({ service, judged, readsDocument, judgesSelfie, read }) => {
      const commit = await judged();
      await readsDocument();
      const next = await inTransaction(service.deps, commit);
      expect(next).toEqual({ again: expect.any(Date) });
      expect((await read()).checks.selfie.status).toBe('processing');
      await judgesSelfie();
    },
  ],
];

describe.each(orders)('a document that is %s', (_, inOrder) => {
  test('has its portrait compared with the selfie', async () => {
    const made = await captured({ person: 0 });
    await inOrder(made);
    expect(await made.check()).toMatchObject({ status: 'read', reasons: [], checks: { portrait: 'usable' } });
    expect(await made.read()).toMatchObject({
      status: 'approved',
      assurance: { reference: 'document', faceMatch: 'match', liveness: 'pass' },
    });
    expect(await made.selfieCheck()).toMatchObject({ status: 'passed', faceMatch: { result: 'match' } });
  });

  test('and shows another face goes to a reviewer', async () => {
    const made = await captured({ person: 1 });
    await inOrder(made);
    expect(await made.check()).toMatchObject({ status: 'read', reasons: [] });
    expect(await made.read()).toMatchObject({
      status: 'in_review',
      assurance: { reference: 'document' },
      decision: { reasons: [expect.stringMatching(/^selfie_(face_mismatch|reference_undecided)$/)] },
    });
  });
});

test('a portrait as evidence that comes while the selfie is judged decides nothing', async () => {
  const made = await captured({ person: 1, policy: { documentPortrait: 'evidence' } });
  const commit = await made.judged();
  await made.readsDocument();
  await inTransaction(made.service.deps, commit);
  await made.judgesSelfie();
  expect(await made.read()).toMatchObject({
    status: 'approved',
    assurance: { reference: 'document', faceMatch: 'not_performed' },
  });
  const { signals } = await made.selfieCheck();
  expect(signals.documentPortrait.result).toMatch(/^(no_match|inconclusive)$/);
});

test('a document without a portrait beside a selfie that is judged goes to a reviewer', async () => {
  const made = await captured({ person: null });
  await made.readsDocument();
  await made.judgesSelfie();
  expect(await made.read()).toMatchObject({
    status: 'in_review',
    decision: { reasons: ['document_no_portrait'] },
    assurance: { reference: 'none', faceMatch: 'not_performed' },
  });
});

test('the portrait beside a selfie that was called a spoof is kept for the next one', async () => {
  const made = await captured({ person: 0, details: { familyName: 'IDVTEST_SPOOF' } });
  await made.judgesSelfie();
  const { decision } = await made.read();
  expect(decision).toMatchObject({ outcome: 'in_review', reasons: ['selfie_spoof_suspected'] });
  await made.readsDocument();
  expect(await made.check()).toMatchObject({ status: 'read', reasons: [] });
  expect(await made.read()).toMatchObject({
    status: 'in_review',
    decision,
    assurance: { reference: 'document', faceMatch: 'not_performed' },
  });
});
