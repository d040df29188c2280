import type { NamePart } from '../names/namePart.ts';
import type { PhoneticForm } from '../names/PhoneticForm.ts';

/** A name to screen, prepared for one index. */
export interface Query {
  /** Different for each query. */
  number: number;
  parts: QueryPart[];
  /** Total information content of its major parts, in bits. */
  bits: number;
  /** Phonetic code of the whole name without spaces; null if a part leaves vowels out, or if the code is too long. */
  whole: PhoneticForm | null;
  /**
   * Log odds, `weights.common` or less, if all its major parts are among the most common names of one culture; else 0.
   */
  common: number;
  /** The name is truncated. */
  isCut: boolean;
  /** Listed parts that resemble one part, or two joined parts, of the query, with one group for each of these. */
  groups: SimilarGroup[];
  chains: Chains;
}

export interface QueryPart extends NamePart {
  phoneticCode: string;
  form: PhoneticForm;
  consonants: string;
  bits: number;
  /**
   * For a syllable: per compared token, the romanisations in which both are the same syllable (see `Romanisations`);
   * else null.
   */
  links: Map<number, number> | null;
}

export interface SimilarGroup {
  /** First part of the query, and the number of parts: 1, or 2 written as one. */
  from: number;
  count: number;
  similar: SimilarParts;
}

/** Listed parts that resemble one part, most similar first, stored as columns because thousands of these are cached. */
export interface SimilarParts {
  tokens: number[];
  /** 0 to 1. */
  similarities: number[];
  hows: Likeness[];
  /** Information content of each match, in bits. */
  information: number[];
}

export type Likeness = 'same' | 'spelling' | 'nickname' | 'romanisation' | 'joined';

/** The places of a listed part in the groups of a query: a linked list for each token, from `first` on; 0 ends it. */
export interface Chains {
  first: Uint16Array;
  group: Uint8Array;
  row: Uint8Array;
  next: Uint16Array;
}
