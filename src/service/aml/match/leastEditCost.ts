import { type LetterCosts, plainCosts, vowellessCosts } from './letterCosts.ts';

/**
 * What `editCost` comes to at least, by the letters that two sounds have (`letterMask`) and their lengths: each
 * letter that only one of them has must be dropped or exchanged, and the shorter one must gain what it
 * lacks in length besides. Quick to rule pairs out.
 */
export function leastEditCost(
  a: number,
  aLength: number,
  b: number,
  bLength: number,
  vowelless: boolean,
): number {
  const costs = vowelless ? vowellessCosts : plainCosts;
  const more = (bLength - aLength) * costs.leastGap;
  return Math.max(ofOdd(a & ~b, b, costs) + Math.max(0, more), ofOdd(b & ~a, a, costs) + Math.max(0, -more));
}

function ofOdd(odd: number, others: number, { gap, near, nearest }: LetterCosts): number {
  let sum = 0;
  for (let left = odd; left !== 0; left &= left - 1) {
    const letter = 31 - Math.clz32(left & -left);
    sum += near[letter]! & others ? nearest[letter]! : gap[letter]!;
  }
  return sum;
}
