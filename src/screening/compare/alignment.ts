import { maxParts } from '../names/nameParts.ts';
import type { Query } from './query.ts';
import { isVowelless, type TokenRows, textLengthOf } from './tokenRow.ts';
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
  /** The deduction for common names; see `Query.common`. */
  common: number;
  /** Whether one side leaves vowels out and the other does not. */
  crossesScripts: boolean;
  /** Whether syllables were compared, as in Chinese and Korean names: very many names are nearly the same. */
  hasSyllables: boolean;
}

export interface AlignedPair {
  /** First part and number of parts, of the query and then of the listed name. */
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

/**
 * The matched pairs with their order and romanisations. The pairs stay in scratch memory; see `kept`.
 * @param name row of the listed name
 */
export function alignmentOf(
  columns: NameColumns,
  query: Query,
  name: number,
  matched: MatchedParts,
): Alignment {
  const { nameTokenStart, nameTokens, tokenRows } = columns;
  const { pairs, onlyQuery, onlySyllables, onlyListed, opposed } = matched;
  const start = nameTokenStart[name]!;
  const isListedVowelless = isVowelless(tokenRows, nameTokens[start]!);
  return {
    pairs,
    matchedBits: matched.matchedBits,
    onlyQuery,
    onlySyllables,
    onlyListed,
    opposed,
    order: orderOf(pairs, query),
    mixedRomanisations: hasMixedRomanisations(pairs, query, nameTokens, start),
    common: query.common,
    crossesScripts: query.parts[0]!.vowelless !== isListedVowelless,
    hasSyllables: query.parts.some(({ syllable }) => syllable !== null),
  };
}

/** Copies an alignment out of scratch memory. Most names that are compared need none. */
export function kept(alignment: Alignment): Alignment {
  return { ...alignment, pairs: alignment.pairs.map((pair) => ({ ...pair })) };
}

/** A name uses one romanisation: parts that match under different ones are different names. */
function hasMixedRomanisations(
  pairs: AlignedPair[],
  { parts }: Query,
  nameTokens: Uint32Array,
  start: number,
): boolean {
  let common = -1;
  for (const { from, count, listedFrom } of pairs) {
    const links = count === 1 && parts[from]!.links?.get(nameTokens[start + listedFrom]!);
    if (links) common &= links;
  }
  return common === 0;
}

/**
 * Compares the order of the matched parts. Taken in the query's order, listed positions decrease at most once if the
 * name is only rotated. Chinese and Korean names are written both ways.
 */
function orderOf(pairs: AlignedPair[], { parts }: Query): Alignment['order'] {
  if (pairs.length < 2) return 'same';
  listedAt.fill(-1);
  for (const { from, listedFrom } of pairs) if (!parts[from]!.minor) listedAt[from] = listedFrom;
  let [first, last, down] = [-1, -1, 0];
  for (let from = 0; from < maxParts; from++) {
    const at = listedAt[from]!;
    if (at < 0) continue;
    if (first < 0) first = at;
    if (at < last) down += 1;
    last = at;
  }
  if (down === 0) return 'same';
  if (down > 1 || last >= first) return 'shuffled';
  return parts.some(({ syllable }) => syllable) ? 'same' : 'rotated';
}

const listedAt = new Int8Array(maxParts);

/** Where the tokens of a listed name start, and which parts of both names are matched already, one bit each. */
export interface Progress {
  start: number;
  count: number;
  usedQuery: number;
  usedListed: number;
  /** The date of birth agrees: the remaining parts are tried even if those matched so far carry little information. */
  dateAgrees: boolean;
}

/**
 * Picks the best pairs that share no part with each other or with an earlier pick: the most informative first, then the
 * more similar, then the earlier. Marks their parts as used.
 * @param first the row of `pairs` to begin with
 */
export function pickPairs(pairs: PairList, first: number, progress: Progress, picked: AlignedPair[]): void {
  for (let left = pairs.length - first; left > 0; left--) {
    let best: AlignedPair | null = null;
    for (let row = first; row < pairs.length; row++) {
      const pair = pairs.at(row);
      if (isFree(pair, progress) && (best === null || isBetter(pair, best))) best = pair;
    }
    if (best === null) return;
    picked.push(best);
    progress.usedQuery |= mask(best.from, best.count);
    progress.usedListed |= mask(best.listedFrom, best.listedCount);
  }
}

function isFree(pair: AlignedPair, { usedQuery, usedListed }: Progress): boolean {
  return (
    (usedQuery & mask(pair.from, pair.count)) === 0 &&
    (usedListed & mask(pair.listedFrom, pair.listedCount)) === 0
  );
}

function isBetter(a: AlignedPair, b: AlignedPair): boolean {
  return a.information > b.information || (a.information === b.information && a.similarity > b.similarity);
}

/** A bit mask of `count` parts from position `from` on. */
export function mask(from: number, count: number): number {
  return ((1 << count) - 1) << from;
}

/** A reusable list of pairs, refilled for every name: allocating its rows each time would cost more than comparing them. */
export class PairList {
  length = 0;
  readonly #rows: AlignedPair[] = [];

  clear(): void {
    this.length = 0;
  }

  at(row: number): AlignedPair {
    return this.#rows[row]!;
  }

  /** Appends a row. Its fields still hold the values of an earlier use. */
  next(): AlignedPair {
    const row = this.#rows[this.length] ?? this.#grown();
    this.length += 1;
    return row;
  }

  #grown(): AlignedPair {
    const row = emptyPair();
    this.#rows.push(row);
    return row;
  }
}

/** A pair with fractional numbers: the compiler then represents the numbers of all rows alike (as doubles). */
function emptyPair(): AlignedPair {
  return {
    from: 0,
    count: 1,
    listedFrom: 0,
    listedCount: 1,
    similarity: 0.5,
    how: 'same',
    information: 0.5,
  };
}

/**
 * The flat columns that names are compared from. The values of row i in `x` are those from `xStart[i]` to `xStart[i +
 * 1]`. A token is a distinct name part.
 */
export interface NameColumns {
  /** Names: their tokens in order. */
  nameTokenStart: Uint32Array;
  nameTokens: Uint32Array;
  /** Tokens: a row for each; all their texts; all their phonetic codes as letter codes. */
  tokenRows: TokenRows;
  tokenText: Uint8Array;
  tokenCode: Uint8Array;
}

/** Whether a listed part is a single letter. */
export function isInitial({ tokenRows }: NameColumns, token: number): boolean {
  return textLengthOf(tokenRows, token) < 2;
}
