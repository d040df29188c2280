import { editCost } from './editCost.ts';
import type { Heard } from './Heard.ts';
import { leastEditCost } from './leastEditCost.ts';
import { unit } from './letterCosts.ts';

/**
 * How alike two sounds are, 0 to 1; 0 for anything under `least`. Where one side leaves vowels out the shorter one is
 * the measure.
 */
export function similarity(a: Heard, b: Heard, least: number): number {
  const mixed = a.vowelless !== b.vowelless;
  const [shorter, longer] = a.length < b.length ? [a.length, b.length] : [b.length, a.length];
  const measure = Math.max(mixed ? shorter : longer, 2);
  const limit = Math.floor((1 - least) * measure * unit + 1e-6);
  if (leastEditCost(a, b, mixed, limit) > limit) return 0;
  const cost = editCost(a, b, mixed, limit);
  return cost > limit ? 0 : 1 - cost / (measure * unit);
}
