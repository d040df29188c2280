import type { MetParts } from './alignment.ts';
import type { Circumstances } from './evidence.ts';
import { weights } from './weights.ts';

/**
 * What `logOdds` and `wholeNameFloor` come to at most, by the terms that weigh most: quick to rule out what most names
 * that are looked at are.
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
