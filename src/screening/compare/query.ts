import type { NamePart } from '../names/namePart.ts';
import type { PhoneticForm } from '../names/PhoneticForm.ts';

/** A name to screen, prepared for one index. */
export interface Query {
  parts: QueryPart[];
  /** Information content of its major parts in all, in bits. */
  bits: number;
  /** Phonetic code of the whole name without spaces; null where a part leaves vowels out, or it is too long. */
  whole: PhoneticForm | null;
  /** Log odds of `weights.common` and below if its major parts are all among the most common names of one culture; else 0. */
  common: number;
  /** The name is truncated. */
  isCut: boolean;
  /** Listed parts that resemble a part or two joined parts of the query, grouped by those. */
  groups: SimilarGroup[];
  chains: Chains;
}

export interface QueryPart extends NamePart {
  phoneticCode: string;
  form: PhoneticForm;
  consonants: string;
  bits: number;
  /** Of a syllable: per token that it was compared with, under which romanisations they are one, see `romanisations`; else null. */
  links: Map<number, number> | null;
}

export interface SimilarGroup {
  /** First part of the query and how many it spans: 1, or 2 written as one. */
  from: number;
  count: number;
  similar: SimilarParts;
}

/** Listed parts that resemble one, the most alike first, column by column: thousands of these are remembered. */
export interface SimilarParts {
  tokens: number[];
  /** 0 to 1. */
  similarities: number[];
  hows: Likeness[];
  /** Information content of matching each, in bits. */
  information: number[];
}

export type Likeness = 'same' | 'spelling' | 'nickname' | 'romanisation' | 'joined';

/** Where a listed part occurs in the groups of a query: a chain for each token, from `first` on; 0 ends it. */
export interface Chains {
  first: Uint16Array;
  group: Uint8Array;
  row: Uint8Array;
  next: Uint16Array;
}
