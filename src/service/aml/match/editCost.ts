import { maxLetters, plainCosts, vowellessCosts, width } from './letterCosts.ts';

/**
 * Weighted edit distance (Damerau, optimal string alignment) between two sounds: near sounds and vowels
 * cost less than a consonant, which costs 1; with `vowelless` a vowel costs next to nothing. Gives up
 * with Infinity once the cost must exceed `limit`.
 * @param a slice of letter codes from `aFrom`, `aLength` long; likewise `b`
 */
export function editCost(
  a: Uint8Array,
  aFrom: number,
  aLength: number,
  b: Uint8Array,
  bFrom: number,
  bLength: number,
  vowelless: boolean,
  limit: number,
): number {
  let shorter = Math.min(aLength, bLength);
  let start = 0;
  while (start < shorter && a[aFrom + start] === b[bFrom + start]) start += 1;
  shorter -= start;
  let end = 0;
  while (end < shorter && a[aFrom + aLength - 1 - end] === b[bFrom + bLength - 1 - end]) end += 1;
  const [rows, columns] = [aLength - start - end, bLength - start - end];
  return between(a, aFrom + start, rows, b, bFrom + start, columns, vowelless, limit);
}

/** The cost of what is left when equal beginnings and ends are taken off, which cost nothing. */
function between(
  a: Uint8Array,
  aFrom: number,
  aLength: number,
  b: Uint8Array,
  bFrom: number,
  bLength: number,
  vowelless: boolean,
  limit: number,
): number {
  const { gap, swap } = vowelless ? vowellessCosts : plainCosts;
  const rows = Math.min(aLength, maxLetters);
  const columns = Math.min(bLength, maxLetters);
  let before = rowA;
  let previous = rowB;
  let current = rowC;
  previous[0] = 0;
  for (let j = 1; j <= columns; j++) previous[j] = previous[j - 1]! + gap[b[bFrom + j - 1]!]!;
  for (let i = 1; i <= rows; i++) {
    const x = a[aFrom + i - 1]!;
    const drop = gap[x]!;
    current[0] = previous[0]! + drop;
    let least = current[0]!;
    for (let j = 1; j <= columns; j++) {
      const y = b[bFrom + j - 1]!;
      let cost = previous[j - 1]! + swap[x * width + y]!;
      const dropped = previous[j]! + drop;
      if (dropped < cost) cost = dropped;
      const added = current[j - 1]! + gap[y]!;
      if (added < cost) cost = added;
      if (i > 1 && j > 1 && x === b[bFrom + j - 2] && y === a[aFrom + i - 2]) {
        const turned = before[j - 2]! + 0.6;
        if (turned < cost) cost = turned;
      }
      current[j] = cost;
      if (cost < least) least = cost;
    }
    if (least > limit) return Number.POSITIVE_INFINITY;
    const free = before;
    before = previous;
    previous = current;
    current = free;
  }
  return previous[columns]!;
}

const rowA = new Float64Array(maxLetters + 1);
const rowB = new Float64Array(maxLetters + 1);
const rowC = new Float64Array(maxLetters + 1);
