import sharp from 'sharp';
import { expect, test } from 'vitest';
import type { ChallengeStep } from '../../../src/contract/selfieCheck.ts';
import type { DrawnTake } from '../../support/drawnRecording.ts';
import { drawnRecording } from '../../support/drawnRecording.ts';
import { databases, sharedServices } from '../../support/service.ts';
import { captureOf, verify } from '../../support/verification.ts';

const services = sharedServices({ engine: true });

/** A live case with a take of its own; what a person's page sends, whoever drew it. */
async function send(
  database: (typeof databases)[number],
  take: (steps: readonly ChallengeStep[]) => Promise<DrawnTake>,
  policy: object = {},
) {
  const service = services(database);
  const key = service.keys.live;
  const verification = await verify(service, { policy }, key);
  await verification.consent();
  await verification.details({}, { key });
  const json = { caseId: verification.id };
  const { body } = await service.call('POST', '/biometrics/selfie-check', { json, key });
  const capture = captureOf(body.challenge, await take(body.challenge.steps));
  const sent = await service.call('POST', `/biometrics/selfie-check/${body.id}/capture`, {
    body: capture,
    key,
  });
  expect(sent.status).toBe(202);
  // The judge takes a while longer than one look at the clock.
  await service.tick();
  const check = (await service.call('GET', `/biometrics/selfie-check/${body.id}`, { key })).body;
  return { ...verification, check, service, key };
}

/** Every movement in one take, from which those that a challenge asks for are cut. */
const STEPS: ChallengeStep[] = ['center', 'turn_left', 'turn_right', 'look_up', 'look_down', 'blink'];

/** The files of one recording, put in the order of a challenge. */
async function cut(
  steps: readonly ChallengeStep[],
  change = async (file: Buffer) => file,
): Promise<DrawnTake> {
  const whole = await drawnRecording(STEPS);
  const length = whole.trail.length / STEPS.length;
  const parts = steps.map((step) => STEPS.indexOf(step));
  const trail = parts.flatMap((part) => whole.trail.slice(part * length, (part + 1) * length));
  return {
    frames: await Promise.all(parts.map((part) => change(whole.frames[part]!))),
    trail: await Promise.all(trail.map(change)),
    trailTimes: trail.map((_, index) => index * 125),
    times: parts.map((_, index) => (index + 1) * 1250 - 125),
  };
}

/** Coded, scaled and cut anew. */
async function disguised(file: Buffer): Promise<Buffer> {
  const { width, height } = await sharp(file).metadata();
  const edge = Math.round(width / 80);
  return await sharp(file)
    .extract({ left: edge, top: edge, width: width - 2 * edge, height: height - 2 * edge })
    .resize(Math.round(width * 1.05))
    .jpeg({ quality: 55 })
    .toBuffer();
}

test.each(databases)(
  'pictures that were used before are known on %s',
  { timeout: 120_000 },
  async (database) => {
    const first = await send(database, (steps) => cut(steps));
    expect(first.check.reasons).not.toContain('selfie_replayed');
    expect(first.check.signals.replayOf).toBeNull();
    const replayOf = { caseId: first.id, selfieCheckId: first.check.id };
    for (const change of [async (file: Buffer) => file, disguised]) {
      const again = await send(database, (steps) => cut(steps, change));
      expect(again.check).toMatchObject({
        status: 'failed',
        reasons: ['selfie_replayed'],
        liveness: { result: 'fail' },
        signals: { replayOf: { caseId: expect.any(String) } },
      });
      expect(await again.read()).toMatchObject({
        status: 'in_review',
        decision: { reasons: ['selfie_replayed'] },
        assurance: { liveness: 'fail' },
      });
    }
    const other = await send(database, (steps) => drawnRecording(steps, 1));
    expect(other.check.reasons).not.toContain('selfie_replayed');
    const declined = await send(database, (steps) => cut(steps), { onSpoof: 'decline' });
    expect(declined.check.signals.replayOf).toBeTruthy();
    expect((await declined.read()).decision).toMatchObject({
      outcome: 'declined',
      reasons: ['selfie_replayed'],
    });
    expect([replayOf.caseId, declined.check.signals.replayOf.caseId]).toHaveLength(2);
  },
);

test.each(databases)(
  'fingerprints live as long as their pictures on %s',
  { timeout: 120_000 },
  async (database) => {
    const { service, id, key } = await send(database, (steps) => drawnRecording(steps, 2));
    const { db } = service.deps;
    const kept = () => db.selectFrom('selfie_fingerprints').selectAll().where('case_id', '=', id).execute();
    const [row] = await kept();
    expect(row!.marks.length).toBeGreaterThan(20);
    await service.call('DELETE', `/cases/${id}`, { key });
    expect(await kept()).toEqual([]);
    const again = await send(database, (steps) => drawnRecording(steps, 2));
    expect(again.check.reasons).not.toContain('selfie_replayed');
  },
);
