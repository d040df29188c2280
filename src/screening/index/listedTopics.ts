import type { ListKind } from '../lists/listKind.ts';
import { entityFlag } from './columns.ts';
import type { ScreeningIndex } from './screeningIndex.ts';

/** The kinds of lists that an index holds: nobody is clear of a kind that isn't there. */
export function listedTopics(index: ScreeningIndex): ReadonlySet<ListKind> {
  const kept = known.get(index);
  if (kept) return kept;
  const flags = index.columns.entityFlags.reduce((all, one) => all | one, 0);
  const topics = new Set(
    (['sanctions', 'pep', 'other'] as const).filter((topic) => flags & entityFlag[topic]),
  );
  known.set(index, topics);
  return topics;
}

const known = new WeakMap<ScreeningIndex, ReadonlySet<ListKind>>();
