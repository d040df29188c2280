import type { Alignment } from '../compare/alignment.ts';
import type { Circumstances } from '../compare/evidence.ts';
import type { Query } from '../compare/query.ts';

/** One listed entity that was found: by its best name, with the evidence, or by an identifier, or both. */
export interface Finding {
  entity: number;
  score: number;
  name: NameFinding | null;
  identifier: IdentifierFinding | null;
}

export interface NameFinding {
  /** Row of the listed name. */
  name: number;
  /** The name as it was given. */
  given: string;
  query: Query;
  alignment: Alignment;
  circumstances: Circumstances;
}

/** A number that was given and the listed one that is the same. */
export interface IdentifierFinding {
  given: { type: string | null; country: string | null; number: string };
  listed: { type: string; country: string | null; number: string };
}
