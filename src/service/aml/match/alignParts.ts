import type { Columns } from '../index/columns.ts';
import { alignRest } from './alignRest.ts';
import type { Query, SimilarGroup } from './query.ts';

/** Which parts of a query met which parts of a listed name, each at most once. */
export interface Alignment {
  pairs: AlignedPair[];
  /** Bits met, and bits of the parts that met nothing, on either side. */
  met: number;
  onlyQuery: number;
  onlyListed: number;
  /** How many parts are left on both sides: they speak against each other. */
  againstEachOther: number;
}

export interface AlignedPair {
  from: number;
  count: number;
  listedFrom: number;
  listedCount: number;
  similarity: number;
  how: 'same' | 'spelling' | 'nickname' | 'joined' | 'initial';
  gain: number;
}

/** A name that meets so little is left at that; one that meets nothing came as it may be joined otherwise. */
const promisingShare = 0.08;

/**
 * Matches the parts of a query with those of a listed name, the pair that says most first; what is left
 * is tried as initials, joined parts and poorer likenesses.
 * @param agrees whether the date of birth agrees: what is left is tried even if the parts found so far say little
 * @param tokenChain per token where its chain in `query.chains` begins, as `prepareQuery` leaves it
 */
export function alignParts(
  columns: Columns,
  tokenChain: Uint16Array,
  query: Query,
  name: number,
  agrees: boolean,
): Alignment {
  const { nameTokenStart, nameTokens } = columns;
  const start = nameTokenStart[name]!;
  const count = nameTokenStart[name + 1]! - start;
  const same = identical(tokenChain, nameTokens, start, count, query);
  if (same)
    return { pairs: same, met: same.reduce(bitsOf, 0), onlyQuery: 0, onlyListed: 0, againstEachOther: 0 };
  const pairs = pick(known(tokenChain, nameTokens, start, count, query));
  let [usedQuery, usedListed] = [0, 0];
  for (const pair of pairs) {
    usedQuery |= mask(pair.from, pair.count);
    usedListed |= mask(pair.listedFrom, pair.listedCount);
  }
  const promising = agrees || pairs.length === 0 || pairs.reduce(bitsOf, 0) >= query.bits * promisingShare;
  if (promising && usedQuery !== mask(0, query.parts.length) && usedListed !== mask(0, count)) {
    const rest = pick(alignRest(columns, query, start, count, usedQuery, usedListed, agrees));
    for (const pair of rest) {
      usedQuery |= mask(pair.from, pair.count);
      usedListed |= mask(pair.listedFrom, pair.listedCount);
      pairs.push(pair);
    }
  }
  return summed(columns, query, pairs, start, count, usedQuery, usedListed);
}

function summed(
  { nameTokens, tokenBits }: Columns,
  query: Query,
  pairs: AlignedPair[],
  start: number,
  count: number,
  usedQuery: number,
  usedListed: number,
): Alignment {
  let [met, onlyQuery, onlyListed, leftQuery, leftListed] = [0, 0, 0, 0, 0];
  for (const pair of pairs) met += pair.gain;
  for (let i = 0; i < query.parts.length; i++) {
    if (usedQuery & (1 << i)) continue;
    onlyQuery += query.parts[i]!.bits;
    leftQuery += 1;
  }
  for (let j = 0; j < count; j++) {
    if (usedListed & (1 << j)) continue;
    onlyListed += tokenBits[nameTokens[start + j]!]! / 10;
    leftListed += 1;
  }
  return { pairs, met, onlyQuery, onlyListed, againstEachOther: Math.min(leftQuery, leftListed) };
}

function bitsOf(sum: number, pair: AlignedPair): number {
  return sum + pair.gain;
}

/** The plain case: the same parts in the same order. */
function identical(
  tokenChain: Uint16Array,
  nameTokens: Uint32Array,
  start: number,
  count: number,
  query: Query,
): AlignedPair[] | null {
  if (count !== query.parts.length) return null;
  for (let j = 0; j < count; j++) if (tokenChain[nameTokens[start + j]!] === 0) return null;
  const { groups, chains } = query;
  const pairs: AlignedPair[] = [];
  for (let j = 0; j < count; j++) {
    let link = tokenChain[nameTokens[start + j]!]!;
    while (link !== 0 && !isSameAs(groups[chains.group[link]!]!, chains.row[link]!, j))
      link = chains.next[link]!;
    if (link === 0) return null;
    const gained = groups[chains.group[link]!]!.similar.gains[chains.row[link]!]!;
    pairs.push({
      from: j,
      count: 1,
      listedFrom: j,
      listedCount: 1,
      similarity: 1,
      how: 'same',
      gain: gained,
    });
  }
  return pairs;
}

function isSameAs({ from, similar }: SimilarGroup, row: number, part: number): boolean {
  return from === part && similar.hows[row] === 'same';
}

/** Pairs that the lookup of the query has found already. */
function known(
  tokenChain: Uint16Array,
  nameTokens: Uint32Array,
  start: number,
  count: number,
  { groups, chains }: Query,
): AlignedPair[] {
  const pairs: AlignedPair[] = [];
  for (let j = 0; j < count; j++)
    for (let link = tokenChain[nameTokens[start + j]!]!; link !== 0; link = chains.next[link]!) {
      const { from, count: spans, similar } = groups[chains.group[link]!]!;
      const row = chains.row[link]!;
      pairs.push({
        from,
        count: spans,
        listedFrom: j,
        listedCount: 1,
        similarity: similar.similarities[row]!,
        how: similar.hows[row]!,
        gain: similar.gains[row]!,
      });
    }
  return pairs;
}

/** The best pairs that don't share a part. */
function pick(pairs: AlignedPair[]): AlignedPair[] {
  if (pairs.length < 2) return pairs;
  pairs.sort((a, b) => b.gain - a.gain || b.similarity - a.similarity);
  let [usedQuery, usedListed] = [0, 0];
  return pairs.filter((pair) => {
    const [queryMask, listedMask] = [mask(pair.from, pair.count), mask(pair.listedFrom, pair.listedCount)];
    if (usedQuery & queryMask || usedListed & listedMask) return false;
    usedQuery |= queryMask;
    usedListed |= listedMask;
    return true;
  });
}

function mask(from: number, count: number): number {
  return ((1 << count) - 1) << from;
}
