import { dirname } from 'node:path';
import type { FoundList } from './foundList.ts';

/** The list that a delta changes: of the same format, and the nearest one by folders; null if there is none. */
export function baseOf(delta: FoundList, found: readonly FoundList[]): FoundList | null {
  const bases = found.filter((one) => one.reader === delta.reader && !one.reader.isDelta?.(one.file));
  const shared = new Map(bases.map((one) => [one, sharedParts(one.file.path, delta.file.path)]));
  return bases.sort((a, b) => shared.get(b)! - shared.get(a)!)[0] ?? null;
}

/** How many folders two paths have in common. */
function sharedParts(a: string, b: string): number {
  const [one, other] = [dirname(a), dirname(b)].map((path) => path.split(/[\\/]/)) as [string[], string[]];
  const end = one.findIndex((part, i) => part !== other[i]);
  return end === -1 ? one.length : end;
}
