import type { HitChanges } from './compareHits.ts';
import type { Screened } from './foundHit.ts';
import { statusOf } from './statusOf.ts';

/** What screening somebody again came to, with the hits of before that no list gives any more. */
export function screenedAgain(screened: Screened, { hits }: HitChanges): Screened {
  const totalHits = screened.totalHits + hits.length - screened.hits.length;
  const whole = { ...screened, hits, totalHits };
  return { ...whole, status: statusOf(whole) };
}
