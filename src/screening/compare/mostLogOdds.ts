import type { MetParts } from './alignment.ts';
import type { Circumstances } from './evidence.ts';
import { weights } from './weights.ts';

/**
 * An upper bound of `logOdds` and `wholeNameFloor` from the heaviest terms alone: a fast way to rule out most
 * candidate names.
 */
export function mostLogOdds(
  { met, onlyQuery, onlyListed, againstEachOther }: MetParts,
  { date, country }: Pick<Circumstances, 'date' | 'country'>,
): number {
  if (onlyQuery === 0 && onlyListed === 0) return Number.POSITIVE_INFINITY;
  return (
    weights.base +
    weights.met * Math.min(met, weights.metEnough) +
    weights.coverage * (met / (met + onlyQuery + onlyListed)) +
    weights.againstEachOther * againstEachOther +
    weights.date[date] +
    weights.country[country] +
    rounding
  );
}

/** The terms are rounded to thousandths. */
const rounding = 0.01;
