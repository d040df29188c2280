import type { Dataset as StampedDataset } from '../../contract/amlScreening.ts';
import { type Dataset, type DatasetList, listOrigin } from '../../screening/screening.ts';

const DAY_MS = 86_400_000;

/** The input from which the age of lists is computed. */
export interface ListAges {
  /**
   * Time at which each downloaded file, by its SHA-256, was last confirmed to be the publisher's current version; RFC
   * 3339.
   */
  fetchedAt: ReadonlyMap<string, string>;
  maxAgeDays: number;
  /** The maximum ages of single lists, in days. */
  limits: ReadonlyMap<string, number>;
  now: Date;
  /** The reason and time of refusals, by list code: an older version of these lists is in use. */
  refused: ReadonlyMap<string, NonNullable<StampedDataset['lists'][number]['refused']>>;
}

/** The age of lists: the time since the publisher last confirmed them, from a manifest; otherwise since publication. */
export const listAge = {
  /** The dataset as stored with a screening, with the age of each list. */
  stamp(
    { version, publishedAt, lists }: Dataset,
    ages: ListAges,
  ): Omit<StampedDataset, 'namedWithoutVowels'> {
    return {
      version,
      publishedAt,
      newerVersion: null,
      lacking: [],
      lists: lists.map((list) => ({
        name: list.name,
        version: list.version,
        publishedAt: list.publishedAt,
        fetchedAt: fetchedAtOf(list, ages),
        entities: list.entities,
        rejectedRows: list.rejectedRows,
        isStale: listAge.isStale(list, ages),
        refused: ages.refused.get(list.name) ?? null,
        ...listOrigin(list.name),
      })),
    };
  },

  /** Whether a list exceeds its maximum age; `null` if its age is unknown. */
  isStale(list: DatasetList, ages: ListAges): boolean | null {
    const confirmedAt = fetchedAtOf(list, ages) ?? list.publishedAt;
    if (confirmedAt === null) return null;
    return (
      ages.now.getTime() - Date.parse(confirmedAt) > (ages.limits.get(list.name) ?? ages.maxAgeDays) * DAY_MS
    );
  },
};

/** A list of several files is as old as the oldest of them; `null` if one was not downloaded. */
function fetchedAtOf({ files, fetchedAt: byManifest }: DatasetList, { fetchedAt }: ListAges): string | null {
  return files.flatMap((sha256) => fetchedAt.get(sha256) ?? []).sort()[0] ?? byManifest;
}
