import type { Heard } from './Heard.ts';
import { maxLetters, plainCosts, vowellessCosts, width } from './letterCosts.ts';

/**
 * Weighted edit distance (Damerau, optimal string alignment) between two sounds: near sounds and vowels
 * cost less than a consonant, which costs 1; with `mixed`, where one side leaves vowels out, a vowel costs next to
 * nothing. Gives up with Infinity once the cost must exceed `limit`.
 */
export function editCost(a: Heard, b: Heard, mixed: boolean, limit: number): number {
  const { codes: x } = a;
  const { codes: y } = b;
  let [start, endA, endB] = [0, a.from + a.length, b.from + b.length];
  let shorter = Math.min(a.length, b.length);
  while (start < shorter && x[a.from + start] === y[b.from + start]) start += 1;
  for (shorter -= start; shorter > 0 && x[endA - 1] === y[endB - 1]; shorter--) {
    endA -= 1;
    endB -= 1;
  }
  return between(x, a.from + start, endA, y, b.from + start, endB, mixed, limit);
}

/** The cost of what is left when equal beginnings and ends are taken off, which cost nothing. */
function between(
  a: Uint8Array,
  aFrom: number,
  aEnd: number,
  b: Uint8Array,
  bFrom: number,
  bEnd: number,
  mixed: boolean,
  limit: number,
): number {
  const { gap, swap } = mixed ? vowellessCosts : plainCosts;
  const columns = Math.min(bEnd - bFrom, maxLetters);
  const lastRow = Math.min(aEnd, aFrom + maxLetters);
  let [before, previous, current] = [rowA, rowB, rowC];
  previous[0] = 0;
  for (let j = 0; j < columns; j++) previous[j + 1] = previous[j]! + gap[b[bFrom + j]!]!;
  let lastX = -1;
  for (let i = aFrom; i < lastRow; i++) {
    const x = a[i]!;
    const drop = gap[x]!;
    let diagonal = previous[0]!;
    let left = diagonal + drop;
    let least = left;
    let lastY = -1;
    current[0] = left;
    for (let j = 0; j < columns; j++) {
      const y = b[bFrom + j]!;
      const above = previous[j + 1]!;
      let cost = Math.min(diagonal + swap[x * width + y]!, above + drop, left + gap[y]!);
      if (x === lastY && y === lastX) cost = Math.min(cost, before[j - 1]! + turn);
      current[j + 1] = cost;
      if (cost < least) least = cost;
      diagonal = above;
      left = cost;
      lastY = y;
    }
    if (least > limit) return Number.POSITIVE_INFINITY;
    lastX = x;
    [before, previous, current] = [previous, current, before];
  }
  return previous[columns]!;
}

/** Two letters the other way round. */
const turn = 0.6;
const rowA = new Float64Array(maxLetters + 1);
const rowB = new Float64Array(maxLetters + 1);
const rowC = new Float64Array(maxLetters + 1);
