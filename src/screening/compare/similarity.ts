import type { PhoneticForm } from '../names/PhoneticForm.ts';
import { editCost } from './editCost.ts';
import { leastEditCost } from './leastEditCost.ts';
import { plainCosts, unit, vowellessCosts } from './letterCosts.ts';

/**
 * The similarity of two phonetic codes, 0 to 1; 0 for anything under `least`. Where one side leaves vowels out, the shorter one is
 * the measure.
 */
export function similarity(a: PhoneticForm, b: PhoneticForm, least: number): number {
  const mixed = a.vowelless !== b.vowelless;
  const measure = Math.max(mixed ? Math.min(a.length, b.length) : Math.max(a.length, b.length), 2);
  const limit = Math.floor((1 - least) * measure * unit + 1e-6);
  const costs = mixed ? vowellessCosts : plainCosts;
  if (leastEditCost(a, b, costs, limit) > limit) return 0;
  const cost = editCost(a, b, costs, limit);
  return cost > limit ? 0 : 1 - cost / (measure * unit);
}
