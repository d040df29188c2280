import { IndexBuilder } from './index/indexBuilder.ts';
import { openIndex } from './index/openIndex.ts';
import { saveIndex } from './index/saveIndex.ts';
import type { ScreeningIndex } from './index/screeningIndex.ts';
import { discoverLists } from './lists/discoverLists.ts';
import { type ReadOptions, readLists } from './lists/readLists.ts';

export interface IndexOptions extends ReadOptions {
  /** A file that keeps the index between starts: used as long as the lists are the same, else made anew. */
  saved?: string | undefined;
}

/**
 * Reads every list in the directories (searched recursively, formats told from the files) into an index.
 * @throws ListError if a directory is missing or holds no list, or a file is damaged; damaged rows are
 *   logged and skipped.
 */
export async function indexLists(directories: string[], options: IndexOptions = {}): Promise<ScreeningIndex> {
  const { saved, log = () => {} } = options;
  const found = await discoverLists(directories, log);
  const kept = saved ? await openIndex(saved, found.contents) : null;
  if (kept) {
    log(`${saved}: the saved index fits`);
    return kept;
  }
  const builder = new IndexBuilder();
  const index = builder.finish(await readLists(found, builder, options));
  if (saved) await saveIndex(index, saved, found.contents);
  return index;
}
