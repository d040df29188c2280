import type { Heard } from './Heard.ts';
import type { NamePart } from './nameParts.ts';

/** A name that is asked about, prepared against one index. */
export interface Query {
  parts: QueryPart[];
  /** What the name says in all, in bits. */
  bits: number;
  /** Listed parts that resemble a part or two joined parts of the query, grouped by those. */
  groups: SimilarGroup[];
  /** All entries of the groups; `next` chains those of one token, 0 ends. Entry 0 is unused. */
  entries: SimilarPart[];
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
  entries: SimilarPart[];
}

export interface SimilarPart {
  token: number;
  from: number;
  count: number;
  /** 0 to 1. */
  similarity: number;
  how: 'same' | 'spelling' | 'nickname' | 'joined';
  /** What meeting it says, in bits. */
  gain: number;
  next: number;
}
