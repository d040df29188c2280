import type { Chains } from '../compare/query.ts';
import { maxParts } from '../names/nameParts.ts';
import { NameSet } from './NameSet.ts';
import { PartCache } from './PartCache.ts';
import { SeenTokens } from './SeenTokens.ts';
import type { ScreeningIndex } from './screeningIndex.ts';
import { Tally } from './tally.ts';

/** Scratch memory as large as the index, kept with it and cleared between queries. */
export interface Scratch {
  /** The tokens found by the current lookup. */
  seen: SeenTokens;
  chains: Chains;
  tally: Tally;
  /** The names to compare in full. */
  found: NameSet;
  /** Results of earlier lookups, by `partKey`. */
  knownParts: PartCache;
}

/** How many parts of names asked about are remembered at least; twice as many at most. */
const mostKnown = 15_000;
/** Listed parts that are kept as similar to one. */
export const mostSimilar = 150;
/** Each part, and each two neighbours as one, have so many at most; number 0 is the end of a chain. */
const mostLinks = 2 * maxParts * mostSimilar + 1;

export function scratchOf(index: ScreeningIndex): Scratch {
  const kept = all.get(index);
  if (kept) return kept;
  const tokens = index.columns.tokenFrequency.length;
  const made: Scratch = {
    seen: new SeenTokens(tokens),
    chains: {
      first: new Uint16Array(tokens),
      group: new Uint8Array(mostLinks),
      row: new Uint8Array(mostLinks),
      next: new Uint16Array(mostLinks),
    },
    tally: new Tally(),
    found: new NameSet(),
    knownParts: new PartCache(mostKnown),
  };
  all.set(index, made);
  return made;
}

const all = new WeakMap<ScreeningIndex, Scratch>();
