import { dirname } from 'node:path';
import { IndexBuilder } from '../index/indexBuilder.ts';
import { openIndex } from '../index/openIndex.ts';
import { saveIndex } from '../index/saveIndex.ts';
import type { ScreeningIndex } from '../index/screeningIndex.ts';
import { makeDirectory } from '../makeDirectory.ts';
import { datedLists } from './datedLists.ts';
import { discoverLists } from './discoverLists.ts';
import { type ReadOptions, readLists } from './readLists.ts';

export interface IndexOptions extends ReadOptions {
  /** A file that keeps the index between starts: used as long as the lists are the same, else made anew. */
  saved?: string | undefined;
}

/**
 * Reads every list in the directories (searched recursively, formats told from the files) into an index.
 * @throws ListError if a directory is missing or holds no list, a file is none, or it is damaged or empty; damaged rows
 *   are logged and skipped.
 */
export async function indexLists(directories: string[], options: IndexOptions = {}): Promise<ScreeningIndex> {
  const { saved, log = () => {} } = options;
  const found = await discoverLists(directories, log);
  const kept = saved ? await openIndex(saved, found.contents) : null;
  if (kept) {
    log(`${saved}: the saved index fits`);
    return { ...kept, dataset: await datedLists(kept.dataset, found) };
  }
  const builder = new IndexBuilder();
  const index = builder.finish(await readLists(found, builder, options));
  // Without it the next start takes longer, and nothing else.
  if (saved)
    await keep(index, saved, found.contents).catch((error: Error) =>
      log(`${saved}: the index can't be kept: ${error.message}`),
    );
  return { ...index, dataset: await datedLists(index.dataset, found) };
}

async function keep(index: ScreeningIndex, saved: string, contents: string): Promise<void> {
  makeDirectory(dirname(saved));
  await saveIndex(index, saved, contents);
}
