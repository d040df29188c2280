import type { Alignment, MatchedParts } from './alignment.ts';
import type { Circumstances } from './evidence.ts';
import { logOddsOf } from './score.ts';
import type { DateVerdict } from './verdicts.ts';

/**
 * Added to the log odds of a name matched as a whole: however common its parts are, it alerts if it is written as on the
 * list, unless the date excludes the person beyond doubt or the list itself calls the alias weak. Other spellings of the
 * whole name come half of that way.
 */
export function wholeNameFloor(alignment: Alignment, { weak, date }: Circumstances, odds: number): number {
  if (!isWhole(alignment) || alignment.mixedRomanisations) return 0;
  const least = (weak ? weakFloors : floors)[date];
  if (least === null || odds >= least) return 0;
  const isExact = alignment.pairs.every((pair) => pair.how === 'same');
  if (!isExact && alignment.crossesScripts) return 0;
  return Math.ceil(1000 * (isExact ? least - odds : (least - odds) / 2)) / 1000;
}

/** Every informative part is matched with one that is at least nearly equal. */
export function isWhole({ pairs, onlyQuery, onlyListed }: MatchedParts): boolean {
  return onlyQuery === 0 && onlyListed === 0 && pairs.every((pair) => pair.similarity >= 0.96);
}

/** Scores that an exact name does not fall below, by what its date says; null: none. */
const scores: Record<DateVerdict, number | null> = {
  same: 0.7,
  same_year: 0.7,
  compatible: 0.7,
  close: 0.7,
  not_given: 0.7,
  not_listed: 0.7,
  near: 0.72,
  apart: 0.7,
  different: null,
};

const floors = inLogOdds(0);
const weakFloors = inLogOdds(0.1);

function inLogOdds(less: number): Record<DateVerdict, number | null> {
  return Object.fromEntries(
    Object.entries(scores).map(([verdict, least]) => [verdict, least && logOddsOf(least - less)]),
  ) as Record<DateVerdict, number | null>;
}
