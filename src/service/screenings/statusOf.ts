import type { Screened } from './foundHit.ts';

/** What the status of a screening depends on. */
type Found = Pick<Screened, 'totalHits' | 'notCompared'> & {
  hits: readonly Pick<Screened['hits'][number], 'resolution'>[];
};

/**
 * What a screening comes to. One hit that is the person confirms the match; one that nobody looked at yet, or that is not even
 * kept, leaves it possible; without any, nobody is clear of what was not compared.
 */
export function statusOf({ hits, totalHits, notCompared }: Found): Screened['status'] {
  if (hits.some(({ resolution }) => resolution === 'true_match')) return 'confirmed_match';
  if (totalHits > hits.length || hits.some(({ resolution }) => resolution === null)) return 'possible_match';
  if (notCompared.some(({ why }) => why === 'list_kind_not_loaded')) return 'unavailable';
  return notCompared.length > 0 ? 'not_comparable' : 'clear';
}
