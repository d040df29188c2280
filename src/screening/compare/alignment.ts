import type { PartMatch } from './verdicts.ts';

/** Which parts of a query are matched with which parts of a listed name, each at most once. */
export interface MatchedParts {
  pairs: AlignedPair[];
  /** Bits of the matched parts, and of the unmatched parts on either side. */
  matchedBits: number;
  onlyQuery: number;
  /** Syllables in Chinese or Korean script among the unmatched parts of the query. */
  onlySyllables: number;
  onlyListed: number;
  /** How many parts are unmatched on both sides: pairs of these are evidence against a match. */
  opposed: number;
}

/** An alignment with the details that only candidates for a hit need. */
export interface Alignment extends MatchedParts {
  /** Whether the matched parts are in the same order, rotated (family name first), or neither. */
  order: 'same' | 'rotated' | 'shuffled';
  /** Whether no single romanisation makes all syllables equal. */
  mixedRomanisations: boolean;
  /** Whether one side leaves vowels out and the other does not. */
  crossesScripts: boolean;
}

export interface AlignedPair {
  /** First part of the query and how many; first part of the listed name and how many. */
  from: number;
  count: number;
  listedFrom: number;
  listedCount: number;
  /** 0 to 1. */
  similarity: number;
  how: PartMatch;
  /** Information content of the pair, in bits. */
  information: number;
}
