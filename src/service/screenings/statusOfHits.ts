import type { Hit } from '../../contract/hit.ts';
import type { Screened } from './foundHit.ts';

/** What hits come to: one that is the person confirms the match, one that nobody looked at yet leaves it possible. */
export function statusOfHits(hits: readonly Pick<Hit, 'resolution'>[]): Screened['status'] {
  if (hits.some(({ resolution }) => resolution === 'true_match')) return 'confirmed_match';
  return hits.some(({ resolution }) => resolution === null) ? 'possible_match' : 'clear';
}
