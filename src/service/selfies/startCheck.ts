import { randomBytes, randomInt } from 'node:crypto';
import type { Kysely, Selectable } from 'kysely';
import { newId } from '../../contract/ids.ts';
import { sizeLimits } from '../../contract/limits.ts';
import { type Challenge, ChallengeMovement, unmeasured } from '../../contract/selfieCheck.ts';
import { ApiError } from '../ApiError.ts';
import type { CaseRow } from '../cases/caseRow.ts';
import { changeCase } from '../cases/changeCase.ts';
import { requireInput, stateConflict } from '../cases/moveCase.ts';
import { agreesToFace, dueOf } from '../cases/requirements.ts';
import type { Database } from '../db/schema.ts';
import type { SelfieChecksTable } from '../db/selfieTables.ts';
import { selfieChecks } from '../db/store/selfieChecks.ts';
import { endSelfie } from './endSelfie.ts';
import type { SelfieCheckContext } from './selfieContext.ts';

type CheckRow = Selectable<SelfieChecksTable>;

interface Asked {
  asks: 'page' | 'back end';
  /** The movement that the person can't do. */
  stuckAt?: ChallengeMovement | undefined;
}

/**
 * Starts a selfie check with a challenge. One that still waits for its capture stays the same until its time is up, unless the
 * person is stuck at a movement of it: else whoever has a recording would draw until it fits. Two redraws of an attempt
 * are free, also those that follow upon a challenge that ran out of time; each more costs an attempt.
 * @returns the check; `null` if the draw would have taken the last attempt: then the case is left to a human.
 * @throws {ApiError} `case_state_conflict`, `consent_required`, `attempts_exhausted`.
 */
export async function startCheck(
  context: SelfieCheckContext,
  tx: Kysely<Database>,
  row: CaseRow,
  { asks, stuckAt }: Asked,
): Promise<CheckRow | null> {
  const now = context.clock();
  requireInput(row, now);
  if (!agreesToFace(row.consent)) throw new ApiError('consent_required');
  // A page hears the same whatever came of its last picture: one that could not be judged costs no attempt.
  if (asks === 'back end' && row.attempts_left === 0) throw new ApiError('attempts_exhausted');
  if (!dueOf(row).includes('selfie')) throw stateConflict(row.status);
  const open = await selfieChecks.findOpen(tx, row.id);
  const isStuck = stuckAt !== undefined && open?.steps.includes(stuckAt) === true;
  if (open && open.challenge_expires_at > now && !isStuck) return open;
  if (isStuck) await selfieChecks.update(tx, open!, { stuck_at: stuckAt });
  const isPaid = row.challenges_drawn > sizeLimits.challengeRedraws;
  if (isPaid && row.attempts_left <= 1) {
    await endSelfie(context, tx, row);
    return null;
  }
  await selfieChecks.expireOpen(tx, row.id);
  return await draw(context, tx, row, { isPaid });
}

async function draw(
  context: SelfieCheckContext,
  tx: Kysely<Database>,
  row: CaseRow,
  { isPaid }: { isPaid: boolean },
): Promise<CheckRow> {
  const now = context.clock();
  const challenge = newChallenge(now, await selfieChecks.stuckAt(tx, row.id));
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
  await changeCase(context, tx, row, {
    set: {
      checks: JSON.stringify({ ...row.checks, selfie }),
      challenges_drawn: isPaid ? 1 : row.challenges_drawn + 1,
      ...(isPaid && { attempts_left: row.attempts_left - 1 }),
    },
  });
  return check;
}

const TURNS: ReadonlySet<ChallengeMovement> = new Set(['turn_left', 'turn_right']);
const LOOKS: ReadonlySet<ChallengeMovement> = new Set(['look_up', 'look_down']);

/**
 * Draws a challenge: the face from the front, then three or four movements, none twice in a row, of which one at least is a
 * turn and one a look up or down: alone, the one can be played with a print that is bent, and the other looks the same in a
 * mirror. All 328 such orders are equally likely, whatever was drawn before.
 * @param stuckAt movements that this person can't do, the latest last: children lean back instead of raising the chin. They
 *   are left out as long as a turn and a look remain.
 */
export function newChallenge(now: Date, stuckAt: readonly ChallengeMovement[] = []): Challenge {
  const orders = ordersOf(movementsWithout(stuckAt));
  return {
    nonce: randomBytes(24).toString('base64url'),
    steps: ['center', ...orders[randomInt(orders.length)]!],
    expiresAt: new Date(now.getTime() + sizeLimits.challengeSeconds * 1000).toISOString(),
  };
}

/** All that are left; of two that exclude each other the one that was named first comes back. */
function movementsWithout(stuckAt: readonly ChallengeMovement[]): ChallengeMovement[] {
  let left: ChallengeMovement[] = [...ChallengeMovement.options];
  for (const movement of stuckAt.toReversed()) {
    const fewer = left.filter((other) => other !== movement);
    if (hasBoth(fewer)) left = fewer;
  }
  return left;
}

function ordersOf(movements: readonly ChallengeMovement[]): ChallengeMovement[][] {
  const three = longer(movements, longer(movements, longer(movements, [[]])));
  return [...three, ...longer(movements, three)].filter(hasBoth);
}

function longer(
  movements: readonly ChallengeMovement[],
  orders: readonly ChallengeMovement[][],
): ChallengeMovement[][] {
  return orders.flatMap((order) =>
    movements.filter((movement) => movement !== order.at(-1)).map((movement) => [...order, movement]),
  );
}

function hasBoth(movements: readonly ChallengeMovement[]): boolean {
  return movements.some((one) => TURNS.has(one)) && movements.some((one) => LOOKS.has(one));
}
