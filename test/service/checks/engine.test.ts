import { describe, expect, test } from 'vitest';
import { testList } from '../../../src/service/aml/index.ts';
import { userMessage } from '../../../src/service/checks/userMessage.ts';
import { faceJpeg, performed } from '../../support/faces.ts';
import { type DatabaseKind, databases, sharedServices } from '../../support/service.ts';
import { verify } from '../../support/verification.ts';

const services = sharedServices({ engine: true });
/** For what differs by the pictures alone: what each outcome stores is tried on all databases without an engine. */
const database = databases.at(-1)!;
/** To be clear of in live mode too. */
const fictional = testList();

async function start(
  database: DatabaseKind,
  mode: 'live' | 'test' = 'test',
  { input = {}, details = {} }: { input?: object; details?: object } = {},
) {
  const service = services(database);
  service.deps.lists.index = () => fictional;
  const verification = await verify(service, input, service.keys[mode]);
  await verification.consent();
  await verification.details(details);
  const check = async () => {
    const { id } = (await verification.read()).checks.selfie;
    return (await service.call('GET', `/biometrics/selfie-check/${id}`, { key: service.keys[mode] })).body;
  };
  return { ...verification, check };
}

describe.each(databases)('with an engine on %s', (database) => {
  test.each(['live', 'test'] as const)('an honest person is approved in %s mode', async (mode) => {
    const { selfie, read, check } = await start(database, mode);
    await selfie({ frames: (steps) => performed(steps) });
    expect(await read()).toMatchObject({
      status: 'approved',
      assurance: { liveness: 'pass', faceMatch: 'not_performed', aml: 'clear' },
      lastError: null,
    });
    expect(await check()).toMatchObject({
      status: 'passed',
      liveness: { result: 'pass', score: 1 },
      engine: { name: 'idv-verify', version: expect.stringMatching(/^\d+\.\d+\.\d+\+[0-9a-f]{8}$/) },
    });
  });
});

describe('with an engine', () => {
  test('a still picture never gets there', async () => {
    const { selfie, read, check } = await start(database, 'live');
    const still = await faceJpeg();
    for (const left of [2, 1]) {
      await selfie({ frame: still });
      expect(await read()).toMatchObject({
        status: 'requires_input',
        requirements: { currentlyDue: ['selfie'], selfieAttemptsRemaining: left },
        lastError: { code: 'selfie_challenge_failed', userMessage: userMessage('selfie_challenge_failed') },
      });
    }
    await selfie({ frame: still });
    expect(await read()).toMatchObject({
      status: 'in_review',
      decision: { reasons: ['attempts_exhausted'] },
      assurance: { liveness: 'fail' },
    });
    expect(await check()).toMatchObject({ status: 'failed', attempt: 3 });
  });

  test.each([
    ['review', 'in_review'],
    ['decline', 'declined'],
  ])('two people in one capture: %s', async (onSpoof, status) => {
    const { selfie, read } = await start(database, 'test', { input: { policy: { onSpoof } } });
    await selfie({
      frames: async (steps) => [
        ...(await performed(steps.slice(0, 1), 0)),
        ...(await performed(steps, 1)).slice(1),
      ],
    });
    expect(await read()).toMatchObject({
      status,
      decision: { reasons: ['selfie_different_faces'] },
      lastError: null,
    });
  });

  test('a skipped challenge costs no attempt and goes to a human', async () => {
    const { selfie, read, check } = await start(database, 'live');
    await selfie({ steps: ['center'], frame: await faceJpeg() });
    expect(await read()).toMatchObject({
      status: 'in_review',
      requirements: { selfieAttemptsRemaining: 3 },
      decision: { reasons: ['selfie_challenge_skipped'] },
    });
    expect(await check()).toMatchObject({ status: 'inconclusive', reasons: ['selfie_challenge_skipped'] });
  });

  test('a skipped challenge without a face says that liveness was not performed', async () => {
    const { selfie, check } = await start(database, 'live');
    await selfie({ steps: ['center'] });
    expect(await check()).toMatchObject({
      status: 'failed',
      reasons: ['selfie_no_face'],
      liveness: { result: 'not_performed' },
    });
  });
});

describe('beside the engine', () => {
  test.each([
    ['IDVTEST_APPROVE', 'approved'],
    ['IDVTEST_SPOOF', 'in_review'],
    ['IDVTEST_SELFIE_RETRY_1', 'requires_input'],
  ])('%s still forces %s', async (familyName, status) => {
    const { selfie, read } = await start(database, 'test', { details: { familyName } });
    await selfie({ frames: (steps) => performed(steps) });
    expect((await read()).status).toBe(status);
  });

  test.each([
    ['IDVTEST_AML_POSSIBLE', 'in_review'],
    ['IDVTEST_AML_DOWN', 'processing'],
    ['IDVTEST_REVIEW_APPROVE', 'in_review'],
    ['IDVTEST_SLOW_10', 'processing'],
  ])('%s forces %s whatever the camera saw', async (familyName, status) => {
    const { selfie, read } = await start(database, 'test', { details: { familyName } });
    await selfie();
    expect(await read()).toMatchObject({ status, assurance: { liveness: 'not_performed' } });
  });
});

describe.each(databases)('stored beside the engine on %s', (database) => {
  test('no file and no number of a face is left in the clear', async () => {
    const { selfie } = await start(database);
    await selfie({ frames: (steps) => performed(steps) });
    const { db } = services(database).deps;
    const frames = await db.selectFrom('selfie_frames').selectAll().execute();
    expect(frames.every(({ sealed }) => !Buffer.from(sealed).includes('JFIF'))).toBe(true);
    const checks = JSON.stringify(await db.selectFrom('selfie_checks').selectAll().execute());
    expect(checks).not.toMatch(/-?0\.\d{5}/);
  });
});
