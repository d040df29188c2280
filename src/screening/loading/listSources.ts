import type { DatasetSummary } from '../index/datasetSummary.ts';
import type { DatasetList } from '../index/screeningIndex.ts';
import type { FoundList } from './foundList.ts';

/** What reading one file told. */
export interface ReadFile {
  found: FoundList;
  /** Codes of the lists that its entities name. */
  codes: ReadonlySet<string>;
  publishedAt: Date | null;
  damaged: number;
}

type Source = Omit<DatasetList, 'entities'>;

/** A file with more lists than this is one: a stamp on every screening has no room for hundreds. */
const mostLists = 40;

/** The lists that some files hold, by the codes that entities name them with. */
export function listSources(files: readonly ReadFile[]): NonNullable<DatasetSummary['sources']> {
  const sources = new Map<string, Source>();
  for (const file of files) {
    const isCollection = file.codes.size > mostLists;
    const source = sourceOf(file);
    for (const code of file.codes) {
      const before = sources.get(code);
      const name = isCollection ? (before?.name ?? 'opensanctions') : code;
      sources.set(code, before ? merged(before, { ...source, name }) : { ...source, name });
    }
  }
  return oneForEachName(sources);
}

function sourceOf({ found, publishedAt, damaged }: ReadFile): Omit<Source, 'name'> {
  return {
    publishedAt: publishedAt?.toISOString() ?? null,
    fetchedAt: null,
    rejectedRows: damaged,
    files: [found.file.sha256],
    directories: [found.directory],
  };
}

/** Two files of one list, a base and its delta: as new as the newer one. */
function merged(before: Source, next: Source): Source {
  const dates = [before.publishedAt, next.publishedAt].filter((date) => date !== null).sort();
  return {
    ...before,
    publishedAt: dates.at(-1) ?? null,
    rejectedRows: before.rejectedRows + next.rejectedRows,
    files: [...new Set([...before.files, ...next.files])],
    directories: [...new Set([...before.directories, ...next.directories])],
  };
}

function oneForEachName(sources: ReadonlyMap<string, Source>): Map<string, Source> {
  const byName = new Map<string, Source>();
  for (const source of sources.values()) {
    const before = byName.get(source.name);
    byName.set(
      source.name,
      before && before !== source
        ? { ...merged(before, source), rejectedRows: Math.max(before.rejectedRows, source.rejectedRows) }
        : source,
    );
  }
  return new Map([...sources].map(([code, { name }]) => [code, byName.get(name)!]));
}
