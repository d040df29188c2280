import { randomBytes, randomInt } from 'node:crypto';
import { sizeLimits } from '../../contract/limits.ts';
import { type Challenge, ChallengeMovement } from '../../contract/selfieCheck.ts';

type Order = readonly ChallengeMovement[];

const TURNS: ReadonlySet<ChallengeMovement> = new Set(['turn_left', 'turn_right']);
const LOOKS: ReadonlySet<ChallengeMovement> = new Set(['look_up', 'look_down']);
/** Number of movements of the shorter challenges; the others have one more. One more for a movement that is left out. */
const SHORTEST = 3;

/**
 * Draws a challenge: the frontal pose, then movements. All orders of `possibleOrders` are equally likely, independent of
 * earlier draws.
 * @param stuckAt movements that this person could not do; children lean back instead of raising the chin.
 */
export function newChallenge(now: Date, stuckAt: Order = []): Challenge {
  const orders = possibleOrders(stuckAt);
  return {
    nonce: randomBytes(24).toString('base64url'),
    steps: ['center', ...orders[randomInt(orders.length)]!],
    expiresAt: new Date(now.getTime() + sizeLimits.challengeSeconds * 1000).toISOString(),
  };
}

/**
 * Whether the movements are over: after a second movement that the person could not do, a reviewer judges one picture.
 * Fewer movements would be so few challenges that recordings answer them.
 */
export function isLeftToReviewer(stuckAt: Order): boolean {
  return new Set(stuckAt).size > 1;
}

/**
 * The orders that a challenge is drawn from: three or four movements without immediate repeats, at least one turn and
 * one look up or down. A bent print can fake a turn alone, and a look alone is the same in a mirror. Without the one
 * movement that the person could not do there are four or five movements, so that no fewer orders remain.
 */
export function possibleOrders(stuckAt: Order): Order[] {
  if (isLeftToReviewer(stuckAt)) return [[]];
  const movements = ChallengeMovement.options.filter((movement) => movement !== stuckAt[0]);
  let orders: Order[] = [[]];
  const shortest = stuckAt.length > 0 ? SHORTEST + 1 : SHORTEST;
  for (let length = 0; length < shortest; length++) orders = longer(movements, orders);
  return [...orders, ...longer(movements, orders)].filter(hasTurnAndLook);
}

function longer(movements: Order, orders: readonly Order[]): Order[] {
  return orders.flatMap((order) =>
    movements.filter((movement) => movement !== order.at(-1)).map((movement) => [...order, movement]),
  );
}

function hasTurnAndLook(order: Order): boolean {
  return order.some((one) => TURNS.has(one)) && order.some((one) => LOOKS.has(one));
}
