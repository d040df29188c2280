import { letterMask, type PhoneticForm } from '../names/PhoneticForm.ts';
import { letterCodes, maxLetters, otherLetter } from '../names/phoneticCode.ts';
import type { NameColumns } from './alignment.ts';
import { codeLengthOf, codeStartOf, isVowelless, lettersOf } from './tokenRow.ts';

/**
 * The similarity of two phonetic codes, 0 to 1; 0 for anything below `minSimilarity`. It is relative to the longer
 * code. If only one side leaves vowels out, it is relative to the shorter code.
 */
export function similarity(a: PhoneticForm, b: PhoneticForm, minSimilarity: number): number {
  // Codes do not distinguish digits. Equal numbers are found by their text; any other two numbers are different.
  if (a.letters & b.letters & digits) return 0;
  const mixed = a.vowelless !== b.vowelless;
  const measure = Math.max(mixed ? Math.min(a.length, b.length) : Math.max(a.length, b.length), 2);
  const limit = ((1 - minSimilarity) * measure * unit + 1e-6) | 0;
  const costs = mixed ? vowellessCosts : plainCosts;
  if (leastEditCost(a, b, costs, limit) > limit) return 0;
  const cost = editCost(a, b, costs, limit);
  return cost > limit ? 0 : 1 - cost / (measure * unit);
}

const digits = 1 << otherLetter;

/**
 * A lower bound of `editCost`, from the letters and lengths of two phonetic forms. Each letter that only one form has
 * must be dropped or exchanged, and the shorter form must also gain the missing length. A quick filter; may stop early
 * at any value beyond `limit`.
 */
export function leastEditCost(a: PhoneticForm, b: PhoneticForm, costs: LetterCosts, limit: number): number {
  const extra = (b.length - a.length) * costs.minGap;
  const one = ofOdd(a.letters & ~b.letters, b.letters, costs) + Math.max(0, extra);
  if (one > limit) return one;
  return Math.max(one, ofOdd(b.letters & ~a.letters, a.letters, costs) + Math.max(0, -extra));
}

function ofOdd(odd: number, others: number, costs: LetterCosts): number {
  let sum = 0;
  for (let left = odd; left !== 0; left &= left - 1)
    sum = (sum + leastCost(31 - Math.clz32(left & -left), others, costs)) | 0;
  return sum;
}

/** What a letter costs at least beside a code with these letters. Without a branch, as in `between`. */
function leastCost(letter: number, others: number, { gap, near, saving }: LetterCosts): number {
  const met = near[letter]! & others;
  const least = (gap[letter]! - (saving[letter]! & ((met | -met) >> 31))) | 0;
  return least & (((others >>> letter) & 1) - 1);
}

/** The row width of tables by letter. */
const width = 32;

/** The cost of one consonant. Costs are integers, because integer sums are exact and fast. */
export const unit = 10_000;

/** The cost of dropping a letter (`gap`), and of exchanging letter x for y (`swap`, at `x * width + y`). */
interface LetterCosts {
  gap: Int32Array;
  /** The lowest cost of dropping any letter. */
  minGap: number;
  swap: Int32Array;
  /** Per letter: a bit mask of the letters that it can be exchanged for at less than the cost of dropping it. */
  near: Int32Array;
  /** Per letter: what it saves at most to exchange it for one of these instead. */
  saving: Int32Array;
}

/** Pairs of letters that spellings exchange, with the cost of doing so. */
const nearPairs = `ae.3 ai.35 ao.35 au.4 ei.2 eo.35 eu.4 io.4 iu.4 ou.2 ij.3 uv.4 ov.5 ej.4
  bp.5 bv.5 cs.3 cz.3 cC.4 cS.5 ct.5 dt.4 fv.4 fp.5 gj.4 gk.4 gh.5 gd.9 hj.5 hk.5 jz.4 jC.5 jS.6 ks.6 kC.5 mn.6 lr.7
  sz.3 sS.4 zS.5 sC.5 SC.3 td.4 kh.5 dz.5 dj.5 st.8 fh.7 ln.8 rn.8`;

export const plainCosts = costs(0.45, 0.5, 1);
/** Costs if only one side leaves vowels out. */
export const vowellessCosts = costs(0.02, 0.08, 0.05);

function costs(vowel: number, breath: number, vowels: number): LetterCosts {
  const gap = inUnits(gaps(vowel, breath));
  const swap = inUnits(swaps(vowels, vowel));
  const [near, saving] = [new Int32Array(width), new Int32Array(width)];
  for (let x = 0; x < width; x++)
    for (let y = 0; y < width; y++) {
      const cost = swap[x * width + y]!;
      if (x === y || cost >= gap[x]!) continue;
      near[x]! |= 1 << y;
      saving[x] = Math.max(saving[x]!, gap[x]! - cost);
    }
  return { gap, minGap: Math.min(...gap), swap, near, saving };
}

function inUnits(costs: number[]): Int32Array {
  return Int32Array.from(costs, (cost) => Math.round(cost * unit));
}

function gaps(vowel: number, breath: number): number[] {
  const cost = new Array<number>(width).fill(1);
  for (const letter of 'aeiou') cost[numberOf(letter)] = vowel;
  cost[numberOf('h')] = breath;
  cost[numberOf('j')] = 0.7;
  if (vowel < 0.2) cost[numberOf('v')] = 0.25;
  return cost;
}

function swaps(vowels: number, vowel: number): number[] {
  const cost = new Array<number>(width * width).fill(1.1);
  for (let x = 0; x < width; x++) cost[x * width + x] = x === otherLetter ? 0.5 : 0;
  const setCost = (a: string, b: string, value: number) => {
    const [x, y] = [numberOf(a), numberOf(b)];
    cost[x * width + y] = value;
    cost[y * width + x] = value;
  };
  for (const a of 'aeiou') for (const b of 'aeiou') if (a !== b) setCost(a, b, 0.4 * vowels);
  for (const pair of nearPairs.trim().split(/\s+/))
    setCost(pair[0]!, pair[1]!, Number(pair.slice(2)) * (isVowel(pair[0]!) ? vowels : 1));
  if (vowels < 1) for (const other of 'ou') setCost('v', other, vowel);
  return cost;
}

function isVowel(letter: string): boolean {
  return 'aeiou'.includes(letter);
}

function numberOf(letter: string): number {
  return letterCodes(letter)[0]!;
}

/**
 * Weighted edit distance (Damerau, optimal string alignment) between two phonetic codes. A consonant costs one `unit`;
 * similar sounds and vowels cost less. Returns `tooMuch` as soon as the cost must exceed `limit`.
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

/**
 * The differing middles of the two codes. They are reused, because allocating them would cost more than most
 * comparisons.
 */
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
 * The cost of the middles that remain after common prefixes and suffixes are removed. It ends early once the cost so far
 * and the least cost of the letters ahead exceed the limit, and leaves out the cells of the table that need more letters
 * dropped than the limit allows. The minimum is computed without a branch: mispredicted branches would cost more than
 * everything else.
 */
function between(costs: LetterCosts, limit: number): number {
  const { gap, swap, minGap } = costs;
  const { codes: a, from: aFrom, end: aEnd } = left;
  const { codes: b, from: bFrom, end: bEnd } = right;
  const columns = Math.min(bEnd - bFrom, maxLetters);
  const rows = Math.min(aEnd - aFrom, maxLetters);
  const spare = ((Math.min(limit / minGap, 2 * maxLetters) | 0) - Math.abs(rows - columns)) >> 1;
  if (spare < 0) return tooMuch;
  // A row is compared with the columns from `behind` before its own number to `beyond` after it.
  const behind = Math.max(0, rows - columns) + spare;
  const beyond = Math.max(0, columns - rows) + spare;
  let ahead = firstRow(costs, rows, columns);
  if (ahead > limit) return tooMuch;
  let twoBack = 0;
  let previous = rowLength;
  let current = 2 * rowLength;
  let lastX = -1;
  let lastMinCost = 0;
  for (let i = 0; i < rows; i++) {
    const x = a[aFrom + i]!;
    const drop = gap[x]!;
    ahead = (ahead - least[i]!) | 0;
    const first = Math.max(0, i - behind);
    const end = Math.min(columns, i + beyond + 1);
    let diagonal = table[previous + first]!;
    let beside = first === 0 ? (diagonal + drop) | 0 : tooMuch;
    let lastY = first === 0 ? -1 : b[bFrom + first - 1]!;
    let minCost = beside;
    table[current + first] = beside;
    for (let j = first; j < end; j++) {
      const y = b[bFrom + j]!;
      const above = table[previous + j + 1]!;
      let cost = (diagonal + swap[x * width + y]!) | 0;
      let gain = (above + drop - cost) | 0;
      cost = (cost + (gain & (gain >> 31))) | 0;
      gain = (beside + gap[y]! - cost) | 0;
      cost = (cost + (gain & (gain >> 31))) | 0;
      if (x === lastY && y === lastX) cost = Math.min(cost, table[twoBack + j - 1]! + turn);
      table[current + j + 1] = cost;
      gain = (cost - minCost) | 0;
      minCost = (minCost + (gain & (gain >> 31))) | 0;
      diagonal = above;
      beside = cost;
      lastY = y;
    }
    table[current + end + 1] = tooMuch;
    // Two letters in reverse order take their cost from two rows back.
    if (minCost + ahead > limit && lastMinCost + turn + ahead > limit) return tooMuch;
    lastMinCost = minCost;
    lastX = x;
    const free = twoBack;
    twoBack = previous;
    previous = current;
    current = free;
  }
  return table[previous + columns]!;
}

/**
 * Fills the first row of the table, and `least`: what each letter of the left middle costs at least beside the right one.
 * @returns the sum of `least`
 */
function firstRow(costs: LetterCosts, rows: number, columns: number): number {
  const { codes: a, from: aFrom } = left;
  const { codes: b, from: bFrom } = right;
  let letters = 0;
  let cost = 0;
  table[rowLength] = 0;
  for (let j = 0; j < columns; j++) {
    const y = b[bFrom + j]!;
    letters |= 1 << y;
    cost = (cost + costs.gap[y]!) | 0;
    table[rowLength + j + 1] = cost;
  }
  let sum = 0;
  for (let i = 0; i < rows; i++) {
    const one = leastCost(a[aFrom + i]!, letters, costs);
    least[i] = one;
    sum = (sum + one) | 0;
  }
  return sum;
}

/** More than any cost. An integer, like all costs. */
const tooMuch = 2 ** 30;

/** The cost of swapping two neighbouring letters. */
const turn = 0.35 * unit;
/** The current row and the two before it. A row has one cell before its first letter, and one behind its last. */
const rowLength = maxLetters + 2;
const table = new Int32Array(3 * rowLength);
const least = new Int32Array(maxLetters);

/**
 * The number of consonants that only one of two phonetic codes has, from their letter masks: a fast way to rule pairs
 * out.
 */
export function oddConsonants(a: number, b: number): number {
  const bits = (a ^ b) & consonants;
  let left = bits - ((bits >>> 1) & 0x55555555);
  left = (left & 0x33333333) + ((left >>> 2) & 0x33333333);
  return Math.imul((left + (left >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}

const consonants = ~letterMask(letterCodes('aeiouhvj'));

/** Writes the phonetic form of a listed part into `form`. It is needed too often to allocate one each time. */
export function readPhoneticForm(columns: NameColumns, token: number, form: PhoneticForm): void {
  const { tokenRows, tokenCode } = columns;
  form.codes = tokenCode;
  form.from = codeStartOf(tokenRows, token);
  form.length = codeLengthOf(tokenRows, token);
  form.letters = lettersOf(tokenRows, token);
  form.vowelless = isVowelless(tokenRows, token);
}
