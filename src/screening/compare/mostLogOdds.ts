import type { MatchedParts } from './alignment.ts';
import type { Circumstances } from './evidence.ts';
import { weights } from './weights.ts';

/**
 * An upper bound of `logOdds` and `wholeNameFloor` from the heaviest terms alone: a fast way to rule out most
 * candidate names.
 */
export function mostLogOdds(
  { matchedBits, onlyQuery, onlyListed, opposed }: MatchedParts,
  { date, country }: Pick<Circumstances, 'date' | 'country'>,
): number {
  if (onlyQuery === 0 && onlyListed === 0) return Number.POSITIVE_INFINITY;
  return (
    weights.base +
    weights.matched * Math.min(matchedBits, weights.matchedEnough) +
    weights.coverage * (matchedBits / (matchedBits + onlyQuery + onlyListed)) +
    weights.opposed * opposed +
    weights.date[date] +
    weights.country[country] +
    rounding
  );
}

/** The terms are rounded to thousandths. */
const rounding = 0.01;
