import type { HitChanges } from './compareHits.ts';
import type { Screened } from './foundHit.ts';
import { statusOf } from './statusOf.ts';

/** The result of a repeated screening, with earlier hits that no list contains any more. */
export function screenedAgain(screened: Screened, { hits }: HitChanges): Screened {
  const totalHits = screened.totalHits + hits.length - screened.hits.length;
  const whole = { ...screened, hits, totalHits };
  return { ...whole, status: statusOf(whole) };
}
