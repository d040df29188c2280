import type { Dataset as StampedDataset } from '../../contract/amlScreening.ts';
import type { Dataset, DatasetList } from '../../screening/screening.ts';

const DAY_MS = 86_400_000;

/** What the age of lists is told from. */
export interface ListAges {
  /** When each downloaded file, by its SHA-256, was last known to be what its publisher offers; RFC 3339. */
  fetchedAt: ReadonlyMap<string, string>;
  maxAgeDays: number;
  now: Date;
}

/** The age of lists. One that was not downloaded has none: nobody could say that it is out of date. */
export const listAge = {
  /** A dataset as a screening is stamped with it: with the age of each list. */
  stamp({ version, publishedAt, lists }: Dataset, ages: ListAges): StampedDataset {
    return {
      version,
      publishedAt,
      lists: lists.map((list) => ({
        name: list.name,
        publishedAt: list.publishedAt,
        fetchedAt: fetchedAtOf(list, ages) ?? list.fetchedAt,
        entities: list.entities,
        rejectedRows: list.rejectedRows,
        isStale: listAge.isStale(list, ages),
      })),
    };
  },

  /** Whether a downloaded list is older than it may be. */
  isStale(list: DatasetList, ages: ListAges): boolean {
    const fetchedAt = fetchedAtOf(list, ages);
    if (fetchedAt === null) return false;
    return ages.now.getTime() - Date.parse(fetchedAt) > ages.maxAgeDays * DAY_MS;
  },
};

/** A list that comes in several files is as old as the oldest of them; `null` if none was downloaded. */
function fetchedAtOf({ files }: DatasetList, { fetchedAt }: ListAges): string | null {
  return files.flatMap((sha256) => fetchedAt.get(sha256) ?? []).sort()[0] ?? null;
}
