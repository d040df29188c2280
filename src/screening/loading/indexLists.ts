import { dirname } from 'node:path';
import { IndexBuilder } from '../index/IndexBuilder.ts';
import { openIndex, saveIndex } from '../index/savedIndex.ts';
import type { Dataset, ScreeningIndex } from '../index/screeningIndex.ts';
import { makeDirectory } from '../makeDirectory.ts';
import { discoverLists, type FoundLists } from './discoverLists.ts';
import { type ReadOptions, readLists } from './readLists.ts';

export interface IndexOptions extends ReadOptions {
  /** A file that stores the index between starts. It is used while the lists are unchanged, and rebuilt otherwise. */
  saved?: string | undefined;
}

/**
 * Reads every list in the directories (searched recursively, formats detected from the files) into an index.
 * @throws ListError if a directory is missing or holds no list, or a file is unknown, damaged or empty.
 */
export async function indexLists(directories: string[], options: IndexOptions = {}): Promise<ScreeningIndex> {
  return await indexFound(await discoverLists(directories, options.log ?? (() => {})), options);
}

/** Reads discovered lists into an index, or opens the saved index if it was built from the same files. */
export async function indexFound(
  discovered: FoundLists,
  options: IndexOptions = {},
): Promise<ScreeningIndex> {
  const { saved, log = () => {} } = options;
  const opened = saved ? await openIndex(saved, discovered.contents) : null;
  if (opened) {
    log(`${saved}: the saved index fits`);
    return { ...opened, dataset: datedLists(opened.dataset, discovered) };
  }
  const builder = new IndexBuilder();
  const index = builder.finish(await readLists(discovered, builder, options));
  // If the index cannot be saved, the next start takes longer; nothing else is affected.
  if (saved)
    await keep(index, saved, discovered.contents).catch((error: Error) =>
      log(`${saved}: the index can't be kept: ${error.message}`),
    );
  return { ...index, dataset: datedLists(index.dataset, discovered) };
}

async function keep(index: ScreeningIndex, saved: string, contents: string): Promise<void> {
  makeDirectory(dirname(saved));
  await saveIndex(index, saved, contents);
}

/**
 * Adds to a dataset the download times of its lists and their directories, which a saved index does not contain. A list
 * with a file that was not downloaded has no time.
 */
function datedLists(dataset: Dataset, { lists }: FoundLists): Dataset {
  const bySum = new Map(lists.map((list) => [list.file.sha256, list]));
  const dated = dataset.lists.map((list) => {
    const matches = list.files.flatMap((sha256) => bySum.get(sha256) ?? []);
    const fetchedAt = matches.map((one) => one.fetchedAt ?? '').sort()[0] || null;
    return {
      ...list,
      fetchedAt,
      directories: [...new Set(matches.map(({ directory }) => directory))],
      paths: matches.map(({ file }) => file.path),
    };
  });
  return { ...dataset, lists: dated };
}
