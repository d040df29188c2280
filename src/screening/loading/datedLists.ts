import type { Dataset } from '../index/screeningIndex.ts';
import { lastGood } from '../lists/lastGood.ts';
import type { FoundLists } from './discoverLists.ts';

/**
 * A dataset with the times at which the files of its lists were fetched and the directories that they are in: what a saved
 * index can't know. A file that was not downloaded was fetched when it was written.
 */
export async function datedLists(dataset: Dataset, { lists }: FoundLists): Promise<Dataset> {
  const bySum = new Map(lists.map((found) => [found.file.sha256, found]));
  const dated = dataset.lists.map(async (list) => {
    const found = list.files.flatMap((sha256) => bySum.get(sha256) ?? []);
    const times = found.map(async ({ file }) => {
      const good = await lastGood.read(file.path, file.sha256);
      return good?.fetchedAt ?? file.modifiedAt.toISOString();
    });
    const fetchedAt = (await Promise.all(times)).sort().at(-1) ?? null;
    return { ...list, fetchedAt, directories: [...new Set(found.map(({ directory }) => directory))] };
  });
  return { ...dataset, lists: await Promise.all(dated) };
}
