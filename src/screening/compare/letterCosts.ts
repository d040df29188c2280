import { letterCodes } from '../names/letterCodes.ts';
import { otherLetter } from '../names/phoneticAlphabet.ts';

/** The width of tables by letter. */
export const width = 32;

/** Costs are integers, this many to one consonant: integer sums are exact and fast. */
export const unit = 10_000;

/** What it costs to drop a letter, and to exchange it for another, at `x * width + y`. */
export interface LetterCosts {
  gap: Int32Array;
  /** What dropping the cheapest letter costs. */
  leastGap: number;
  swap: Int32Array;
  /** Per letter: those it is exchanged for at less than dropping it, one bit each, and the least of that. */
  near: Int32Array;
  nearest: Int32Array;
}

/** Pairs of letters that spellings exchange, with the cost of doing so. */
const nearPairs = `ae.3 ai.35 ao.35 au.4 ei.2 eo.35 eu.4 io.4 iu.4 ou.2 ij.3 uv.4 ov.5 ej.4
  bp.5 bv.5 cs.3 cz.3 cC.4 cS.5 ct.5 dt.4 fv.4 fp.5 gj.4 gk.4 gh.5 gd.9 hj.5 hk.5 jz.4 jC.5 jS.6 ks.6 kC.5 mn.6 lr.7
  sz.3 sS.4 zS.5 sC.5 SC.3 td.4 kh.5 dz.5 dj.5 st.8 fh.7 ln.8 rn.8`;

export const plainCosts = costs(0.45, 0.5, 1);
/** Where one side leaves vowels out. */
export const vowellessCosts = costs(0.02, 0.08, 0.05);

function costs(vowel: number, breath: number, vowels: number): LetterCosts {
  const gap = inUnits(gaps(vowel, breath));
  const swap = inUnits(swaps(vowels, vowel));
  const [near, nearest] = [new Int32Array(width), gap.slice()];
  for (let x = 0; x < width; x++)
    for (let y = 0; y < width; y++) {
      const cost = swap[x * width + y]!;
      if (x === y || cost >= gap[x]!) continue;
      near[x]! |= 1 << y;
      nearest[x] = Math.min(nearest[x]!, cost);
    }
  return { gap, leastGap: Math.min(...gap), swap, near, nearest };
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
  const put = (a: string, b: string, value: number) => {
    const [x, y] = [numberOf(a), numberOf(b)];
    cost[x * width + y] = value;
    cost[y * width + x] = value;
  };
  for (const a of 'aeiou') for (const b of 'aeiou') if (a !== b) put(a, b, 0.4 * vowels);
  for (const pair of nearPairs.trim().split(/\s+/))
    put(pair[0]!, pair[1]!, Number(pair.slice(2)) * (isVowel(pair[0]!) ? vowels : 1));
  if (vowels < 1) for (const other of 'ou') put('v', other, vowel);
  return cost;
}

function isVowel(letter: string): boolean {
  return 'aeiou'.includes(letter);
}

function numberOf(letter: string): number {
  return letterCodes(letter)[0]!;
}
