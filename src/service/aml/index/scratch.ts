import type { QueryPart, SimilarPart } from '../match/query.ts';
import type { ScreeningIndex } from './screeningIndex.ts';
import { Tally } from './tally.ts';

/** Work space as large as the index, kept with it: clean between queries. */
export interface Scratch {
  /** Per token: when it was last looked at, and its first entry in the query's table of similar parts. */
  tokenSeen: Uint32Array;
  tokenEntry: Uint16Array;
  clock: number;
  tally: Tally;
  /** What was looked up before, by text, the least recently asked for first. */
  knownParts: Map<string, KnownPart>;
}

/** A part of a name and the listed parts that resemble it. */
export interface KnownPart {
  part: QueryPart;
  similar: SimilarPart[];
}

export function scratchOf(index: ScreeningIndex): Scratch {
  const kept = all.get(index);
  if (kept) return kept;
  const tokens = index.columns.tokenFrequency.length;
  const made: Scratch = {
    tokenSeen: new Uint32Array(tokens),
    tokenEntry: new Uint16Array(tokens),
    clock: 0,
    tally: new Tally(),
    knownParts: new Map(),
  };
  all.set(index, made);
  return made;
}

const all = new WeakMap<ScreeningIndex, Scratch>();
