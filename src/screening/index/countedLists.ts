import type { DatasetSummary } from './datasetSummary.ts';
import type { DatasetList } from './screeningIndex.ts';

/**
 * The lists of a dataset with their entities.
 * @param counts how many entities stand on each combination of lists, their codes separated by line feeds
 */
export function countedLists(
  counts: ReadonlyMap<string, number>,
  sources: NonNullable<DatasetSummary['sources']>,
): DatasetList[] {
  const lists = new Map<string, DatasetList>();
  for (const source of sources.values()) lists.set(source.name, { ...source, entities: 0 });
  for (const [codes, count] of counts) {
    const names = new Set(codes.split('\n').map((code) => sources.get(code)?.name ?? code));
    for (const name of names) {
      const list = lists.get(name) ?? unknown(name);
      lists.set(name, { ...list, entities: list.entities + count });
    }
  }
  return [...lists.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
}

function unknown(name: string): DatasetList {
  return {
    name,
    publishedAt: null,
    fetchedAt: null,
    entities: 0,
    rejectedRows: 0,
    files: [],
    directories: [],
  };
}
