import { type Answer, isMeant } from './askedCase.ts';
import type { LabelledCase } from './labelledCases.ts';

/**
 * Of all hits of each strength that a run brought, the share that was the entity meant. The questions are listed people
 * under other spellings and strangers, so that the share depends on how many strangers are asked about.
 */
export function bandPrecision(queries: Map<string, LabelledCase[]>, answers: Map<string, Answer[]>) {
  const bands: Record<string, { hits: number; precision: number }> = {};
  for (const [set, cases] of queries)
    answers.get(set)!.forEach(({ hits }, i) => {
      for (const hit of hits) {
        bands[hit.strength] ??= { hits: 0, precision: 0 };
        bands[hit.strength]!.hits += 1;
        if (isMeant(hit, cases[i]!)) bands[hit.strength]!.precision += 1;
      }
    });
  for (const band of Object.values(bands))
    band.precision = Math.round((1000 * band.precision) / band.hits) / 1000;
  return bands;
}
