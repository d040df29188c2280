import { editCost } from './editCost.ts';
import { leastEditCost } from './leastEditCost.ts';

/**
 * How alike two sounds are, 0 to 1, as letter codes in larger arrays; 0 for anything under `least`.
 * Where one side leaves vowels out the shorter one is the measure.
 * @param aLetters the `letterMask` of all that `a` has to compare; likewise `bLetters`
 */
export function similarity(
  a: Uint8Array,
  aFrom: number,
  aLength: number,
  aLetters: number,
  b: Uint8Array,
  bFrom: number,
  bLength: number,
  bLetters: number,
  vowelless: boolean,
  least: number,
): number {
  const longer = Math.max(aLength, bLength);
  const measure = Math.max(vowelless ? Math.min(aLength, bLength) : longer, 2);
  const limit = (1 - least) * measure + 1e-9;
  if (leastEditCost(aLetters, aLength, bLetters, bLength, vowelless) > limit + 1e-6) return 0;
  const cost = editCost(a, aFrom, aLength, b, bFrom, bLength, vowelless, limit);
  return cost > limit ? 0 : 1 - cost / measure;
}
