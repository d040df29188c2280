import type { PhoneticForm } from '../names/PhoneticForm.ts';
import type { LetterCosts } from './letterCosts.ts';

/**
 * What `editCost` comes to at least, by the letters that two sounds have and their lengths: each letter that only one
 * of them has must be dropped or exchanged, and the shorter one must gain what it lacks in length besides. Quick to
 * rule pairs out; may stop short at anything beyond `limit`.
 */
export function leastEditCost(a: PhoneticForm, b: PhoneticForm, costs: LetterCosts, limit: number): number {
  const more = (b.length - a.length) * costs.leastGap;
  const one = ofOdd(a.letters & ~b.letters, b.letters, costs) + Math.max(0, more);
  if (one > limit) return one;
  return Math.max(one, ofOdd(b.letters & ~a.letters, a.letters, costs) + Math.max(0, -more));
}

function ofOdd(odd: number, others: number, { gap, near, nearest }: LetterCosts): number {
  let sum = 0;
  for (let left = odd; left !== 0; left &= left - 1) {
    const letter = 31 - Math.clz32(left & -left);
    sum = (sum + (near[letter]! & others ? nearest[letter]! : gap[letter]!)) | 0;
  }
  return sum;
}
