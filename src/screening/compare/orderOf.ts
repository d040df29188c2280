import { maxParts } from '../names/nameParts.ts';
import type { AlignedPair, Alignment } from './alignment.ts';
import type { Query } from './query.ts';

/** Compares the order of the matched parts: taken in the query's order, listed positions decrease at most once if the name is only rotated; Chinese and
 * Korean names are written both ways. */
export function orderOf(pairs: AlignedPair[], { parts }: Query): Alignment['order'] {
  if (pairs.length < 2) return 'same';
  listedAt.fill(-1);
  for (const { from, listedFrom } of pairs) if (!parts[from]!.minor) listedAt[from] = listedFrom;
  let [first, last, down] = [-1, -1, 0];
  for (let from = 0; from < maxParts; from++) {
    const at = listedAt[from]!;
    if (at < 0) continue;
    if (first < 0) first = at;
    if (at < last) down += 1;
    last = at;
  }
  if (down === 0) return 'same';
  if (down > 1 || last >= first) return 'shuffled';
  return parts.some(({ syllable }) => syllable) ? 'same' : 'rotated';
}

const listedAt = new Int8Array(maxParts);
