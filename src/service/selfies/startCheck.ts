import { randomBytes, randomInt } from 'node:crypto';
import type { Kysely, Selectable } from 'kysely';
import { newId } from '../../contract/ids.ts';
import { sizeLimits } from '../../contract/limits.ts';
import { type Challenge, type ChallengeStep, unmeasured } from '../../contract/selfieCheck.ts';
import { ApiError } from '../ApiError.ts';
import type { CaseRow } from '../cases/caseRow.ts';
import { changeCase } from '../cases/changeCase.ts';
import { requireInput, stateConflict } from '../cases/moveCase.ts';
import { dueOf } from '../cases/requirements.ts';
import type { Database } from '../db/schema.ts';
import type { SelfieChecksTable } from '../db/selfieTables.ts';
import { selfieChecks } from '../db/store/selfieChecks.ts';
import type { SelfieCheckContext } from './selfieContext.ts';

/**
 * Starts a selfie check with a challenge of its own, other than the last one. One that still waits for its capture ends.
 * @throws {ApiError} `case_state_conflict`, `consent_required`, `attempts_exhausted`.
 */
export async function startCheck(
  context: SelfieCheckContext,
  tx: Kysely<Database>,
  row: CaseRow,
  asks: 'page' | 'back end',
): Promise<Selectable<SelfieChecksTable>> {
  const now = context.clock();
  requireInput(row, now);
  if (!row.consent?.biometric) throw new ApiError('consent_required');
  // A page hears the same whatever came of its last picture: one that could not be judged costs no attempt.
  if (asks === 'back end' && row.attempts_left === 0) throw new ApiError('attempts_exhausted');
  if (!dueOf(row).includes('selfie')) throw stateConflict(row.status);
  await selfieChecks.expireOpen(tx, row.id);
  const challenge = newChallenge(now, await selfieChecks.lastSteps(tx, row.id));
  const check = await selfieChecks.insert(tx, {
    id: newId('bio', now.getTime()),
    mode: row.mode,
    case_id: row.id,
    status: 'requires_capture',
    attempt: (await selfieChecks.countJudged(tx, row.id)) + 1,
    nonce: challenge.nonce,
    steps: JSON.stringify(challenge.steps),
    challenge_expires_at: new Date(challenge.expiresAt),
    liveness: JSON.stringify(unmeasured),
    face_match: JSON.stringify(unmeasured),
    reasons: '[]',
    created_at: now,
  });
  const selfie = { status: check.status, id: check.id, completedAt: null };
  await changeCase(context, tx, row, { set: { checks: JSON.stringify({ ...row.checks, selfie }) } });
  return check;
}

const TURNS: readonly ChallengeStep[] = ['turn_left', 'turn_right'];
const LOOKS: readonly ChallengeStep[] = ['look_up', 'look_down'];

/**
 * Draws a challenge: the face from the front, then two or three different steps in an order that nobody can foresee. A
 * turn and a look up or down are always among them: alone, the one can be played with a print that is bent, and the
 * other looks the same in a mirror.
 * @param before the steps of the challenge that this person had last: another turn and another look are asked for, since
 *   there are people who can't do the one, and children who lean back instead of raising the chin.
 */
export function newChallenge(now: Date, before: readonly ChallengeStep[] = []): Challenge {
  const drawn = [draw(others(TURNS, before)), draw(others(LOOKS, before))];
  const left = ([...TURNS, ...LOOKS, 'blink'] as const).filter(
    (step) => !drawn.includes(step) && (step === 'blink' || !before.includes(step)),
  );
  if (left.length > 0 && randomInt(2) === 1) drawn.push(draw(left));
  return {
    nonce: randomBytes(24).toString('base64url'),
    steps: ['center', ...shuffled(drawn)],
    expiresAt: new Date(now.getTime() + sizeLimits.challengeSeconds * 1000).toISOString(),
  };
}

/** Those that were not asked for before, or all where each was. */
function others(steps: readonly ChallengeStep[], before: readonly ChallengeStep[]): readonly ChallengeStep[] {
  const fresh = steps.filter((step) => !before.includes(step));
  return fresh.length > 0 ? fresh : steps;
}

function draw(steps: readonly ChallengeStep[]): ChallengeStep {
  return steps[randomInt(steps.length)]!;
}

function shuffled(steps: readonly ChallengeStep[]): ChallengeStep[] {
  const rest = [...steps];
  return steps.map(() => rest.splice(randomInt(rest.length), 1)[0]!);
}
