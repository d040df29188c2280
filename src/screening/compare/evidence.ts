import type { AlignedPair, Alignment } from './alignment.ts';
import type { CountryVerdict, DateVerdict } from './verdicts.ts';
import { weights } from './weights.ts';

/** What is known besides the names. */
export interface Circumstances {
  weak: boolean;
  organisation: boolean;
  date: DateVerdict;
  country: CountryVerdict;
}

/** What a term of the sum stands for. */
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
  | 'weak_alias'
  | 'organisation'
  | 'date_of_birth'
  | 'country'
  | 'whole_name_floor'
  | 'identifier';

/**
 * Calls back with every term of the log odds of a match, rounded to thousandths, so that the sum can be checked by hand.
 */
export function eachEvidence(
  alignment: Alignment,
  circumstances: Circumstances,
  add: (kind: EvidenceKind, value: number) => void,
): void {
  const { pairs, matchedBits, onlyQuery, onlySyllables, onlyListed, opposed, order, mixedRomanisations } =
    alignment;
  const { weak, organisation, date, country } = circumstances;
  tell(add, 'base', weights.base);
  tell(
    add,
    'name_met',
    weights.matched * Math.min(matchedBits, weights.matchedEnough) +
      weights.matchedBeyond * Math.max(0, matchedBits - weights.matchedEnough),
  );
  tell(add, 'name_only_given', weights.onlyQuery * onlyQuery + weights.onlySyllable * onlySyllables);
  tell(add, 'name_only_listed', weights.onlyListed * onlyListed);
  tell(add, 'name_conflict', weights.conflict * Math.min(onlyQuery, onlyListed) + weights.opposed * opposed);
  tell(
    add,
    'name_coverage',
    weights.coverage * (matchedBits / (matchedBits + onlyQuery + onlyListed + 0.01)),
  );
  tell(add, 'name_spelling', unlike(pairs));
  if (mixedRomanisations) tell(add, 'name_romanisation', weights.mixedRomanisations);
  if (order !== 'same') tell(add, 'name_order', weights[order]);
  if (onlyQuery === 0 && onlyListed === 0) tell(add, 'name_whole', weights.whole);
  if (weak) tell(add, 'weak_alias', weights.weakAlias);
  if (organisation) tell(add, 'organisation', weights.organisation);
  tell(add, 'date_of_birth', weights.date[date]);
  tell(add, 'country', weights.country[country]);
}

function tell(add: (kind: EvidenceKind, value: number) => void, kind: EvidenceKind, value: number): void {
  if (value !== 0) add(kind, Math.round(1000 * value) / 1000);
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
