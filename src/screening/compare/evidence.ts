import type { AlignedPair, Alignment, MatchedParts } from './alignment.ts';
import type { Query } from './query.ts';
import type { CountryVerdict, DateVerdict } from './verdicts.ts';

/** Evidence other than the names. */
export interface Circumstances {
  weak: boolean;
  /** The two are of different kinds. */
  organisation: boolean;
  /** The query is no more than the name of a vessel or an aircraft. Few of them are listed, so a slip is tolerated. */
  isThing: boolean;
  date: DateVerdict;
  /** A credential proves the date of birth. A date that nobody proved clears no full name. */
  isDateProven: boolean;
  country: CountryVerdict;
}

/** The terms of the sum. */
export type EvidenceKind =
  | 'base'
  | 'name_met'
  | 'name_only_given'
  | 'name_only_listed'
  | 'name_conflict'
  | 'name_coverage'
  | 'name_spelling'
  | 'name_romanisation'
  | 'name_order'
  | 'name_whole'
  | 'name_common'
  | 'weak_alias'
  | 'organisation'
  | 'date_of_birth'
  | 'country'
  | 'whole_name_floor'
  | 'identifier';

/**
 * Calls back with every term of the log odds of a match. Terms are rounded to thousandths, so that the sum can be
 * checked by hand.
 */
export function eachEvidence(
  alignment: Alignment,
  circumstances: Circumstances,
  add: (kind: EvidenceKind, value: number) => void,
): void {
  const { pairs, matchedBits, onlyQuery, onlySyllables, onlyListed, opposed, order, mixedRomanisations } =
    alignment;
  const { weak, organisation, country } = circumstances;
  subtotal = 0;
  addTerm(add, 'base', weights.base);
  addTerm(
    add,
    'name_met',
    weights.matched * Math.min(matchedBits, weights.matchedEnough) +
      weights.matchedBeyond *
        Math.min(weights.matchedFarBeyond, Math.max(0, matchedBits - weights.matchedEnough)),
  );
  addTerm(add, 'name_only_given', weights.onlyQuery * onlyQuery + weights.onlySyllable * onlySyllables);
  addTerm(add, 'name_only_listed', weights.onlyListed * onlyListed);
  addTerm(
    add,
    'name_conflict',
    weights.conflict * Math.min(onlyQuery, onlyListed) + weights.opposed * opposed,
  );
  addTerm(
    add,
    'name_coverage',
    weights.coverage * (matchedBits / (matchedBits + onlyQuery + onlyListed + 0.01)),
  );
  addTerm(add, 'name_spelling', unlike(pairs));
  if (mixedRomanisations) addTerm(add, 'name_romanisation', weights.mixedRomanisations);
  if (order !== 'same') addTerm(add, 'name_order', weights[order]);
  if (onlyQuery === 0 && onlyListed === 0) addTerm(add, 'name_whole', weights.whole);
  if (alignment.common < 0 && !isWhole(alignment)) addTerm(add, 'name_common', alignment.common);
  if (weak) addTerm(add, 'weak_alias', weights.weakAlias);
  if (organisation) addTerm(add, 'organisation', weights.organisation);
  addTerm(add, 'date_of_birth', dateWeight(alignment, circumstances, subtotal + weights.country[country]));
  addTerm(add, 'country', weights.country[country]);
}

/** The sum of the terms so far. It is a module variable, because a closure would be allocated for every name. */
let subtotal = 0;

function addTerm(add: (kind: EvidenceKind, value: number) => void, kind: EvidenceKind, value: number): void {
  if (value === 0) return;
  const rounded = Math.round(1000 * value) / 1000;
  subtotal += rounded;
  add(kind, rounded);
}

/**
 * The weight of the date of birth. A date that clears nobody subtracts at most the margin of the name above the alert
 * score: a date up to five years off, if all given parts occur in the listed name, and any date that nobody proved, if
 * both names are nearly the same. Beyond two years, that margin must be at least the cost of a typing error if the
 * listed name is longer.
 * @param odds the sum of all other terms
 */
function dateWeight(alignment: Alignment, { date, isDateProven }: Circumstances, odds: number): number {
  const weight = weights.date[date];
  const { pairs, onlyQuery } = alignment;
  if (weight >= 0 || onlyQuery > 0) return weight;
  const isDoubtful = !isDateProven && isNearlySame(alignment);
  if (!isDoubtful && (!isSparing(date) || pairs.some(isPoor))) return weight;
  const spare = isDoubtful || date === 'near' ? 0 : weights.sparing.fewYears;
  return odds - spare < alertOdds ? weight : Math.max(weight, Math.ceil(1000 * (alertOdds - odds)) / 1000);
}

function isSparing(date: DateVerdict): boolean {
  return date === 'near' || date === 'few_years';
}

/**
 * Whether both names are matched whole, with a slip in one part at most. Names of which very many are alike are
 * excepted: those in syllables, without vowels, or of common names alone.
 */
function isNearlySame(alignment: Alignment): boolean {
  const { pairs, onlyQuery, onlyListed, crossesScripts, hasSyllables, common } = alignment;
  if (onlyQuery > 0 || onlyListed > 0 || crossesScripts || hasSyllables || common < 0) return false;
  let slips = 0;
  for (const { how, similarity } of pairs) {
    if (how === 'initial' || similarity < weights.sparing.slip) return false;
    if (similarity < 0.96) slips += 1;
  }
  return slips < 2;
}

function isPoor({ how, similarity }: AlignedPair): boolean {
  return how === 'initial' || similarity < weights.sparing.similarity;
}

function unlike(pairs: AlignedPair[]): number {
  let sum = 0;
  for (const { similarity, how } of pairs)
    if (how === 'spelling' || how === 'joined') sum += unlikeness(similarity);
  return sum;
}

function unlikeness(similarity: number): number {
  const { unlike: rows } = weights;
  for (let row = 0; row < rows.length; row++) if (similarity < rows[row]![0]) return rows[row]![1];
  return 0;
}

/** The log odds that a query refers to a listed entity: the sum of the terms of `eachEvidence`. */
export function logOdds(alignment: Alignment, circumstances: Circumstances): number {
  sum = 0;
  eachEvidence(alignment, circumstances, add);
  return sum;
}

let sum = 0;

function add(_: EvidenceKind, value: number): void {
  sum += value;
}

/**
 * An upper bound of `logOdds` plus `wholeNameFloor` from the heaviest terms alone: a fast way to rule out most
 * candidate names.
 */
export function maxLogOdds(
  { matchedBits, onlyQuery, onlyListed, opposed }: MatchedParts,
  { common }: Pick<Query, 'common'>,
  { date, country }: Pick<Circumstances, 'date' | 'country'>,
): number {
  if (onlyQuery === 0 && onlyListed === 0) return Number.POSITIVE_INFINITY;
  const odds =
    weights.base +
    weights.matched * Math.min(matchedBits, weights.matchedEnough) +
    weights.coverage * (matchedBits / (matchedBits + onlyQuery + onlyListed)) +
    weights.opposed * opposed +
    common +
    (country === 'not_given' ? 0 : weights.country[country]) +
    rounding;
  if (date === 'not_given') return odds;
  return onlyQuery === 0 && isSparing(date) && odds >= alertOdds ? odds : odds + weights.date[date];
}

/** The maximum rounding error, because the terms are rounded to thousandths. */
const rounding = 0.01;

const middle = -6;
const slope = 0.18;

/**
 * Maps log odds to a score from 0 to below 1. 0.5 is hardly worth a review; 0.7 alerts. Above 0.9, name and date agree,
 * or a rare name as a whole.
 */
export function score(logOdds: number): number {
  const exact = 1 / (1 + Math.exp(-slope * (logOdds - middle)));
  return Math.min(0.9999, Math.round(exact * 10_000) / 10_000);
}

/** The inverse of `score`. */
function logOddsOf(score: number): number {
  return middle + Math.log(score / (1 - score)) / slope;
}

/** Log odds just below those of this score. */
export function logOddsUnder(minScore: number): number {
  return logOddsOf(Math.min(0.9999, minScore) - 0.0001);
}

/**
 * Log odds added by each observation for the hypothesis that two names and dates belong to one person. Fitted by
 * logistic regression on labelled pairs, then adjusted to known facts: a listed date of birth is wrong more often than
 * in the labelled cases, and day and month get exchanged.
 */
export const weights = {
  base: -9.5,
  /** Per matched bit, up to a limit; beyond it, more bits count slightly against a match. */
  matched: 0.41,
  matchedEnough: 24,
  matchedBeyond: -0.03,
  matchedFarBeyond: 60,
  /**
   * Per bit that is unmatched: in the query alone (`onlyQuery`), in the listed name alone (`onlyListed`), in both
   * (`conflict`).
   */
  onlyQuery: -0.08,
  /** In addition, per syllable of a name in Chinese or Korean script: such a name has no room for more names. */
  onlySyllable: -1.2,
  onlyListed: -0.02,
  conflict: -0.11,
  /** Per pair of parts that are unmatched in both names. */
  opposed: -3.9,
  /** Per pair of parts with a similarity below the first number. The first row that applies counts. */
  unlike: [
    [0.76, -3.2],
    [0.84, -1.8],
    [0.9, -0.4],
    [0.96, -0.2],
  ],
  /** Multiplied by the share of matched bits. */
  coverage: 4.4,
  /** Every part of both names is matched. */
  whole: 0.6,
  /**
   * `rotated`: the parts are in the same order from another start, such as family name first. `shuffled`: any other
   * order.
   */
  rotated: -1.5,
  shuffled: -2.2,
  /** Factor for the bits of a part from a script without vowels: the consonants alone say less. */
  vowelless: 0.84,
  /** Syllables that are the same under different romanisations. */
  mixedRomanisations: -3,
  /**
   * Minimum deduction for a name that consists of common names of one culture and is not matched as a whole; see
   * `sharedCultureBits`.
   */
  common: -2.4,
  weakAlias: -1.8,
  organisation: -2,
  date: {
    same: 9.5,
    same_year: 4,
    compatible: 3.5,
    close: 1.5,
    near: -3,
    few_years: -5,
    apart: -5,
    different: -8,
    not_listed: 0,
    not_given: 0,
    placeholder: 0,
  },
  /**
   * Limits of `dateWeight`: the minimum similarity of the parts, and the margin that a date a few years off requires.
   */
  sparing: { similarity: 0.84, slip: 0.79, thing: 0.74, fewYears: 0.8 },
  /**
   * The number of a document. Together with `weights.base` it alerts by itself, unless another country issued it.
   */
  identifier: { sameCountry: 16, countryUnknown: 9.5, otherCountry: 6 },
  country: { same: 0.7, different: -0.7, not_given: 0, not_listed: 0 },
} as const;

/**
 * Added to the log odds of a name matched as a whole. A name written as on the list alerts however common its parts
 * are, unless a proven date excludes the person beyond doubt or the list itself calls the alias weak. Another spelling of
 * the whole name gets half of the difference.
 */
export function wholeNameFloor(
  alignment: Alignment,
  { weak, date, isDateProven, isThing }: Circumstances,
  odds: number,
): number {
  if (!(isWhole(alignment) || (isThing && isWholeThing(alignment))) || alignment.mixedRomanisations) return 0;
  const minOdds = (weak ? weakFloors : floors)[date];
  if (odds >= minOdds) return 0;
  const isExact = alignment.pairs.every((pair) => pair.how === 'same');
  if (date === 'different' && (isDateProven || !isExact)) return 0;
  if (!isExact && alignment.crossesScripts) return 0;
  return Math.ceil(1000 * (isExact || isThing ? minOdds - odds : (minOdds - odds) / 2)) / 1000;
}

/** Whether every informative part is matched with a nearly equal part (similarity 0.96 or more). */
export function isWhole({ pairs, onlyQuery, onlyListed }: MatchedParts): boolean {
  return onlyQuery === 0 && onlyListed === 0 && pairs.every((pair) => pair.similarity >= 0.96);
}

/** Whether every word of the name of a vessel or an aircraft is matched, with one slip at most. */
function isWholeThing({ pairs, onlyQuery, onlyListed }: MatchedParts): boolean {
  if (onlyQuery > 0 || onlyListed > 0) return false;
  let slips = 0;
  for (const { similarity } of pairs)
    if (similarity < 0.96) slips += similarity < weights.sparing.thing ? 2 : 1;
  return slips < 2;
}

/** Minimum scores of an exact name, by the verdict on its date. */
const scores: Record<DateVerdict, number> = {
  same: 0.7,
  same_year: 0.7,
  compatible: 0.7,
  close: 0.7,
  not_given: 0.7,
  not_listed: 0.7,
  near: 0.72,
  few_years: 0.7,
  placeholder: 0.7,
  apart: 0.7,
  different: 0.7,
};

/** Log odds of the score from which a hit is a possible match. */
const alertOdds = logOddsOf(0.7);

const floors = inLogOdds(0);
const weakFloors = inLogOdds(0.1);

function inLogOdds(less: number): Record<DateVerdict, number> {
  return Object.fromEntries(
    Object.entries(scores).map(([verdict, score]) => [verdict, logOddsOf(score - less)]),
  ) as Record<DateVerdict, number>;
}
