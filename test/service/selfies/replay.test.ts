import { sql } from 'kysely';
import { expect, test } from 'vitest';
import type { ChallengeStep } from '../../../src/contract/selfieCheck.ts';
import { disguises } from '../../support/disguises.ts';
import type { DrawnRecording } from '../../support/drawnRecording.ts';
import { drawnRecording } from '../../support/drawnRecording.ts';
import { replayedRecording, wholeRecording } from '../../support/replayedRecording.ts';
import { databases, sharedServices } from '../../support/service.ts';
import { captureOf, verify } from '../../support/verification.ts';

const services = sharedServices({ engine: true });

/** A live case with its own recording, as sent by a page. */
async function send(
  database: (typeof databases)[number],
  record: (steps: readonly ChallengeStep[]) => Promise<DrawnRecording>,
  policy: object = {},
) {
  const service = services(database);
  const key = service.keys.live;
  const verification = await verify(service, { policy }, key);
  await verification.consent();
  await verification.details({}, { key });
  const json = { caseId: verification.id };
  const { body } = await service.call('POST', '/biometrics/selfie-check', { json, key });
  const capture = captureOf(body.challenge, await record(body.challenge.steps));
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

test.each(databases)('pictures that were used before are recognised on %s', async (database) => {
  const first = await send(database, wholeRecording);
  expect(first.check.reasons).not.toContain('selfie_replayed');
  expect(first.check.signals.replayOf).toBeNull();
  const shown = [{ caseId: first.id, selfieCheckId: first.check.id }];
  for (const change of [undefined, disguises['cut'], disguises['grain, larger'], disguises['mirrored']]) {
    const again = await send(database, (steps) => replayedRecording(steps, change));
    expect(again.check).toMatchObject({
      status: 'failed',
      reasons: ['selfie_replayed'],
      liveness: { result: 'fail' },
    });
    expect(shown).toContainEqual(again.check.signals.replayOf);
    shown.push({ caseId: again.id, selfieCheckId: again.check.id });
    expect(await again.read()).toMatchObject({
      status: 'in_review',
      decision: { reasons: ['selfie_replayed'] },
      assurance: { liveness: 'fail' },
    });
  }
  const other = await send(database, (steps) => drawnRecording(steps, 1));
  expect(other.check.reasons).not.toContain('selfie_replayed');
  const declined = await send(database, (steps) => replayedRecording(steps), { onSpoof: 'decline' });
  expect(shown).toContainEqual(declined.check.signals.replayOf);
  expect((await declined.read()).decision).toMatchObject({
    outcome: 'declined',
    reasons: ['selfie_replayed'],
  });
});

test.each(databases)('fingerprints are kept as long as their pictures on %s', async (database) => {
  const { service, id, key } = await send(database, (steps) => drawnRecording(steps, 2));
  const { db } = service.deps;
  const storedFingerprints = () =>
    db.selectFrom('selfie_fingerprints').selectAll().where('case_id', '=', id).execute();
  const [row] = await storedFingerprints();
  expect(row!.marks.length).toBeGreaterThan(20);
  await service.call('DELETE', `/cases/${id}`, { key });
  expect(await storedFingerprints()).toEqual([]);
  const again = await send(database, (steps) => drawnRecording(steps, 2));
  expect(again.check.reasons).not.toContain('selfie_replayed');
});

test.each(databases)('lost pictures of another case are said and decide nothing on %s', async (database) => {
  const { db } = services(database).deps;
  // Those of the tests above have the same files.
  await db.deleteFrom('selfie_fingerprints').execute();
  const first = await send(database, wholeRecording);
  for (const table of ['selfie_trails', 'selfie_frames'])
    await sql`update ${sql.table(table)} set
      sealed = case when sealed is not null then '\\x00'::bytea end,
      object = case when object is not null then 'gone' end`.execute(db);
  const { check, read } = await send(database, (steps) => replayedRecording(steps, disguises['cut']));
  expect(check.reasons).not.toContain('selfie_replayed');
  expect(check.signals).toMatchObject({
    replayOf: null,
    notCompared: { caseId: first.id, selfieCheckId: first.check.id },
  });
  expect((await read()).checks.selfie.status).not.toBe('processing');
  expect(first.service.logged()).toContain('replay not compared');
  // A file that is the same needs no comparison.
  const again = await send(database, (steps) => replayedRecording(steps));
  expect(again.check).toMatchObject({ reasons: ['selfie_replayed'], signals: { notCompared: null } });
});
