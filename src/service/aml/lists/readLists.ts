import type { FoundLists } from './discoverLists.ts';
import { ListError } from './listError.ts';
import type { Listed } from './listed.ts';
import type { ListFile } from './listFile.ts';
import type { ListChange, ListReader } from './reader.ts';

/** How far the reading has come. */
export interface ReadProgress {
  file: string;
  entities: number;
}

export interface ReadOptions {
  /** Called now and then with the number of entities read so far. */
  onProgress?: (progress: ReadProgress) => void;
  /** One line per file and per damaged row. */
  log?: (message: string) => void;
}

/** What was read, besides the entities themselves. */
export interface ReadSummary {
  /** Day of publication and hash of the contents: the same files always give the same version. */
  version: string;
  publishedAt: string;
  damagedRows: number;
}

/**
 * Streams every entity of the lists to `put`, and withdrawals of delta files to `drop`.
 * @throws ListError if a file is damaged
 */
export async function readLists(
  found: FoundLists,
  to: { put: (entity: Listed) => void; drop: (id: string) => void },
  options: ReadOptions = {},
): Promise<ReadSummary> {
  const log = options.log ?? (() => {});
  const published: Date[] = [];
  let damagedRows = 0;
  let entities = 0;
  for (const { file, beside, reader } of found.lists) {
    const onChange = (change: ListChange) => {
      if ('put' in change) to.put(change.put);
      else to.drop(change.drop);
      entities += 1;
      if (entities % 10_000 === 0) options.onProgress?.({ file: file.path, entities });
    };
    const read = await readFile(file, beside, reader, onChange, log);
    published.push(read.publishedAt);
    damagedRows += read.damaged;
    options.onProgress?.({ file: file.path, entities });
  }
  const publishedAt = new Date(Math.max(...published.map(Number))).toISOString();
  return { version: `${publishedAt.slice(0, 10)}-${found.contents.slice(0, 12)}`, publishedAt, damagedRows };
}

/** Reads one file; one with more damaged rows than every tenth, or with no entity at all, is refused. */
async function readFile(
  file: ListFile,
  beside: ListFile[],
  reader: ListReader,
  onChange: (change: ListChange) => void,
  log: (message: string) => void,
): Promise<{ publishedAt: Date; damaged: number }> {
  let publishedAt = file.modifiedAt;
  let damaged = 0;
  let good = 0;
  const context = {
    beside,
    onPublished: (at: Date) => {
      if (!Number.isNaN(at.getTime())) publishedAt = at;
    },
    onDamaged: (line: number, why: string) => {
      damaged += 1;
      if (damaged <= 20) log(`${file.path}: row ${line} skipped: ${why}`);
    },
  };
  try {
    for await (const change of reader.read(file, context)) {
      good += 1;
      onChange(change);
    }
  } catch (cause) {
    throw new ListError(`${file.path} is damaged: ${(cause as Error).message}`, { cause });
  }
  if (damaged > 5 && damaged * 10 > good + damaged)
    throw new ListError(`${file.path} is damaged: ${damaged} of ${good + damaged} rows can't be read`);
  log(`${file.path}: ${good} entities, ${damaged} damaged rows`);
  return { publishedAt, damaged };
}
