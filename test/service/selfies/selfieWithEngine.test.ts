import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { testList } from '../../../src/screening/screening.ts';
import { drawnRecording } from '../../support/drawnRecording.ts';
import { faceJpeg, type TestPerson } from '../../support/faces.ts';
import { type DatabaseKind, databases, sharedServices } from '../../support/service.ts';
import { verify } from '../../support/verification.ts';

const services = sharedServices({ engine: true });
/**
 * For differences caused by pictures only: the storage of each outcome is tested on all databases without an engine.
 */
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
  test('a genuine person is approved', async () => {
    const { selfie, read, check } = await start(database);
    await selfie({ record: drawnRecording });
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

async function mirrored(person: TestPerson): Promise<Buffer> {
  return await sharp(await faceJpeg({}, person))
    .flop()
    .toBuffer();
}

describe('with an engine', () => {
  test('a still picture never passes', async () => {
    const { selfie, read, check } = await start(database, 'live');
    // A picture that was sent before would be known.
    const stills = await Promise.all(([0, 1, 2] as const).map((person) => mirrored(person)));
    for (const left of [2, 1]) {
      await selfie({ frame: stills[left]! });
      expect(await read()).toMatchObject({
        status: 'requires_input',
        requirements: { currentlyDue: ['selfie'], selfieAttemptsRemaining: left },
        lastError: { code: 'selfie_challenge_failed', retryable: true },
      });
    }
    await selfie({ frame: stills[0]! });
    expect(await read()).toMatchObject({
      status: 'in_review',
      decision: { reasons: ['attempts_exhausted'] },
      assurance: { liveness: 'fail' },
    });
    expect(await check()).toMatchObject({ status: 'failed', attempt: 3 });
  });

  test('two people in one capture cause a retry if uncertain', async () => {
    const { selfie, read } = await start(database);
    await selfie({
      record: async (steps) => {
        const [one, other] = await Promise.all([drawnRecording(steps, 1), drawnRecording(steps, 2)]);
        const cut = one.trailTimes.findIndex((time) => time > one.times[0]!);
        return {
          ...one,
          frames: [one.frames[0]!, ...other.frames.slice(1)],
          trail: [...one.trail.slice(0, cut), ...other.trail.slice(cut)],
        };
      },
    });
    expect(await read()).toMatchObject({
      status: 'requires_input',
      // By the steps that were drawn: another face may also seem not to have moved as asked.
      lastError: {
        code: expect.stringMatching(/^selfie_(take_interrupted|faces_doubtful|challenge_failed)$/),
      },
    });
  });

  test.each([
    ['review', 'in_review', 1],
    ['decline', 'declined', 2],
  ] as const)('a certain spoof: %s', async (onSpoof, status, person) => {
    const service = services(database);
    const verification = await start(database, 'live', { input: { policy: { onSpoof } } });
    await verification.selfie({
      record: (steps) => {
        service.advance(20_000);
        return drawnRecording(steps, person);
      },
    });
    expect(await verification.read()).toMatchObject({
      status,
      decision: { reasons: ['selfie_spoof_suspected'] },
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

describe('test names with an engine', () => {
  test.each([
    ['IDVTEST_APPROVE', 'approved'],
    ['IDVTEST_SPOOF', 'in_review'],
    ['IDVTEST_SELFIE_RETRY_1', 'requires_input'],
  ])('%s still forces %s', async (familyName, status) => {
    const { selfie, read } = await start(database, 'test', { details: { familyName } });
    await selfie({ record: drawnRecording });
    expect((await read()).status).toBe(status);
  });

  test.each([
    ['IDVTEST_AML_POSSIBLE', 'in_review'],
    ['IDVTEST_AML_DOWN', 'processing'],
    ['IDVTEST_REVIEW_APPROVE', 'in_review'],
    ['IDVTEST_SLOW_10', 'processing'],
  ])('%s forces %s for any capture', async (familyName, status) => {
    const { selfie, read } = await start(database, 'test', { details: { familyName } });
    await selfie();
    expect(await read()).toMatchObject({ status, assurance: { liveness: 'not_performed' } });
  });
});

describe.each(databases)('data stored with an engine on %s', (database) => {
  test('contains no picture and no face measurement in the clear', async () => {
    const { selfie } = await start(database);
    await selfie({ record: drawnRecording });
    const { db } = services(database).deps;
    const frames = await db.selectFrom('selfie_frames').selectAll().execute();
    expect(frames.every(({ sealed }) => !Buffer.from(sealed ?? []).includes('JFIF'))).toBe(true);
    const checks = JSON.stringify(await db.selectFrom('selfie_checks').selectAll().execute());
    expect(checks).not.toMatch(/-?0\.\d{5}/);
  });
});
