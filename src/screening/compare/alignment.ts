import type { PartMatch } from './verdicts.ts';

/** Which parts of a query met which parts of a listed name, each at most once. */
export interface MetParts {
  pairs: AlignedPair[];
  /** Bits met, and bits of the parts that met nothing, on either side. */
  met: number;
  onlyQuery: number;
  /** Syllables in Chinese or Korean script among the parts of the query that met nothing. */
  onlySyllables: number;
  onlyListed: number;
  /** How many parts are left on both sides: they speak against each other. */
  againstEachOther: number;
}

/** The same with what only names that come into question are asked. */
export interface Alignment extends MetParts {
  /** Whether the parts that met stand in the same order, begin elsewhere as with the family name first, or neither. */
  order: 'same' | 'rotated' | 'shuffled';
  /** Whether no one romanisation on either side makes all syllables the same. */
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
  /** Bits that the meeting says. */
  information: number;
}
