import type { Screened } from './foundHit.ts';

/** The inputs of a screening's status. */
type StatusInput = Pick<Screened, 'totalHits' | 'notCompared'> & {
  hits: readonly Pick<Screened['hits'][number], 'resolution'>[];
  dataset: Pick<NonNullable<Screened['dataset']>, 'newerVersion' | 'lacking'> | null;
};

/**
 * The status of a screening. With a true match it is a confirmed match; with an unresolved hit, or more hits than are
 * stored, a possible match; otherwise it is clear only if every fact was compared, with the newest lists and all required ones.
 */
export function statusOf({ hits, totalHits, notCompared, dataset }: StatusInput): Screened['status'] {
  if (hits.some(({ resolution }) => resolution === 'true_match')) return 'confirmed_match';
  if (totalHits > hits.length || hits.some(({ resolution }) => resolution === null)) return 'possible_match';
  if (notCompared.some(({ why }) => why === 'list_kind_not_loaded')) return 'unavailable';
  if (notCompared.length > 0) return 'not_comparable';
  return dataset?.newerVersion || dataset?.lacking.length ? 'unavailable' : 'clear';
}
