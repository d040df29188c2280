import type { PhoneticForm } from '../names/PhoneticForm.ts';
import { maxLetters } from '../names/phoneticAlphabet.ts';
import { type LetterCosts, unit, width } from './letterCosts.ts';

/**
 * Weighted edit distance (Damerau, optimal string alignment) between two sounds: near sounds and vowels
 * cost less than a consonant, which costs one `unit`. Gives up with Infinity once the cost must exceed `limit`.
 */
export function editCost(a: PhoneticForm, b: PhoneticForm, costs: LetterCosts, limit: number): number {
  const { codes: x } = a;
  const { codes: y } = b;
  let start = 0;
  let endA = a.from + a.length;
  let endB = b.from + b.length;
  let shorter = Math.min(a.length, b.length);
  while (start < shorter && x[a.from + start] === y[b.from + start]) start += 1;
  for (shorter -= start; shorter > 0 && x[endA - 1] === y[endB - 1]; shorter--) {
    endA -= 1;
    endB -= 1;
  }
  const fromA = a.from + start;
  const fromB = b.from + start;
  if (fromA === endA) return dropped(costs, y, fromB, endB);
  if (fromB === endB) return dropped(costs, x, fromA, endA);
  set(left, x, fromA, endA);
  set(right, y, fromB, endB);
  return between(costs, limit);
}

/** The differing middles of the two codes; reused, since allocating them would cost more than most comparisons. */
const left: LetterSpan = { codes: new Uint8Array(0), from: 0, end: 0 };
const right: LetterSpan = { ...left };

interface LetterSpan {
  codes: Uint8Array;
  from: number;
  end: number;
}

function set(span: LetterSpan, codes: Uint8Array, from: number, end: number): void {
  span.codes = codes;
  span.from = from;
  span.end = end;
}

function dropped({ gap }: LetterCosts, codes: Uint8Array, from: number, end: number): number {
  let cost = 0;
  for (let i = from; i < end; i++) cost += gap[codes[i]!]!;
  return cost;
}

/**
 * The cost of what is left when equal beginnings and ends are taken off, which cost nothing. The least of two numbers is
 * taken without a branch: the processor can't predict which it is, and mispredictions would cost more than all the rest.
 */
function between({ gap, swap }: LetterCosts, limit: number): number {
  const { codes: a, from: aFrom, end: aEnd } = left;
  const { codes: b, from: bFrom, end: bEnd } = right;
  const columns = Math.min(bEnd - bFrom, maxLetters);
  const lastRow = Math.min(aEnd, aFrom + maxLetters);
  let before = 0;
  let previous = rowLength;
  let current = 2 * rowLength;
  table[previous] = 0;
  for (let j = 0; j < columns; j++) table[previous + j + 1] = table[previous + j]! + gap[b[bFrom + j]!]!;
  let lastX = -1;
  for (let i = aFrom; i < lastRow; i++) {
    const x = a[i]!;
    const drop = gap[x]!;
    let diagonal = table[previous]!;
    let beside = (diagonal + drop) | 0;
    let least = beside;
    let lastY = -1;
    table[current] = beside;
    for (let j = 0; j < columns; j++) {
      const y = b[bFrom + j]!;
      const above = table[previous + j + 1]!;
      let cost = (diagonal + swap[x * width + y]!) | 0;
      let more = (above + drop - cost) | 0;
      cost = (cost + (more & (more >> 31))) | 0;
      more = (beside + gap[y]! - cost) | 0;
      cost = (cost + (more & (more >> 31))) | 0;
      if (x === lastY && y === lastX) cost = Math.min(cost, table[before + j - 1]! + turn);
      table[current + j + 1] = cost;
      more = (cost - least) | 0;
      least = (least + (more & (more >> 31))) | 0;
      diagonal = above;
      beside = cost;
      lastY = y;
    }
    if (least > limit) return Number.POSITIVE_INFINITY;
    lastX = x;
    const free = before;
    before = previous;
    previous = current;
    current = free;
  }
  return table[previous + columns]!;
}

/** Two letters the other way round. */
const turn = 0.35 * unit;
/** The current row and the two before it. */
const rowLength = maxLetters + 1;
const table = new Int32Array(3 * rowLength);
