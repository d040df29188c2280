import type { Heard } from './Heard.ts';
import type { NamePart } from './nameParts.ts';

/** A name that is asked about, prepared against one index. */
export interface Query {
  parts: QueryPart[];
  /** What the name says in all, in bits. */
  bits: number;
  /** Listed parts that resemble a part or two joined parts of the query, grouped by those. */
  groups: SimilarGroup[];
  chains: Chains;
}

export interface QueryPart extends NamePart {
  sound: string;
  heard: Heard;
  bones: string;
  bits: number;
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
  /** What meeting each says, in bits. */
  gains: number[];
}

export type Likeness = 'same' | 'spelling' | 'nickname' | 'joined';

/** Where a listed part occurs in the groups of a query: a chain for each, from `tokenChain` on; 0 ends it. */
export interface Chains {
  group: Uint8Array;
  row: Uint8Array;
  next: Uint16Array;
}
