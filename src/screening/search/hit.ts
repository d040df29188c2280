import type { EvidenceKind } from '../compare/evidence.ts';
import type { CountryVerdict, DateVerdict, PartMatch } from '../compare/verdicts.ts';
import type { Entity } from '../lists/entity.ts';
import { type Finding, isOfOneIssuer } from './finding.ts';

/** One listed person or organisation that may be the subject, and why. */
export interface Hit {
  /** Entity id, such as `ofac-1234`: the best of `sources`. */
  id: string;
  /** 0.5 to below 1; comparable between lists and dataset versions. */
  score: number;
  strength: Strength;
  /** Codes of the lists that name the entity, those of all sources. */
  lists: string[];
  /** Why it is listed, in the vocabulary of OpenSanctions: `sanction`, `role.pep`. */
  topics: string[];
  entity: Entity;
  /** Every entry that names it; the first is the hit itself. */
  sources: { id: string; list: string; sourceUrl: string | null }[];
  explain: Explanation;
  /** Changes whenever what a list says about the entity changes: a resolution holds for one content. */
  contentHash: string;
}

export type IdentifierVerdict = 'same' | 'different' | 'not_given' | 'not_listed';

type Strength = 'weak' | 'fair' | 'strong' | 'exact';

export interface Explanation {
  /** Null where only an identifier matched. */
  name: NameExplanation | null;
  dateOfBirth: { result: DateVerdict; given: string | null; listed: string[]; text: string };
  country: { result: CountryVerdict; given: string[]; listed: string[]; text: string };
  /** `matched`: the listed numbers that are the same as given ones. */
  identifiers: {
    result: IdentifierVerdict;
    matched: { type: string; country: string | null; number: string }[];
    text: string;
  };
  /** The terms of the score: their values add up to `sum`, and the score is 1 / (1 + exp(-0.18 * (sum + 6))). */
  weights: { terms: { kind: EvidenceKind; value: number; text: string }[]; sum: number; score: number };
}

export interface NameExplanation {
  /** The name as it was given, and in Latin letters as it was compared. */
  given: string;
  transliteration: string;
  /** The listed name or alias that matched, as it was compared, and the quality that the list gives it. */
  listed: string;
  listedTransliteration: string;
  quality: 'primary' | 'strong' | 'weak';
  /** `bits`: the information content of the match. */
  parts: { given: string; listed: string; how: PartMatch; similarity: number; bits: number }[];
  /** Parts without a counterpart that count against the match. */
  onlyGiven: string[];
  onlyListed: string[];
  /** Parts that were left out, and why. */
  leftOut: { text: string; side: 'given' | 'listed'; reason: string }[];
  text: string;
}

/**
 * The score from which a hit makes a screening a `possible_match`. A screening of the US and UN lists
 * alerts for about one in a hundred unrelated people at this score when only the name is known, and for
 * far fewer when the date of birth is.
 */
export const possibleMatchThreshold = 0.7;

/**
 * How strong a hit is in one word: `exact` where a number of the same country, or one that is given once in the world, or the whole name as listed and the day of
 * birth, is the same; the others by score.
 */
export function strengthOf({ score, name, identifier }: Finding): Strength {
  if (identifier && isOfOneIssuer(identifier)) return 'exact';
  const { onlyQuery, onlyListed, pairs } = name?.alignment ?? { onlyQuery: 1, onlyListed: 1, pairs: [] };
  const isSame = onlyQuery === 0 && onlyListed === 0 && pairs.every(({ how }) => how === 'same');
  if (isSame && name?.circumstances.date === 'same') return 'exact';
  if (score >= strongScore) return 'strong';
  return score >= possibleMatchThreshold ? 'fair' : 'weak';
}

const strongScore = 0.85;
