import {
  type AlignedPair,
  type MatchedParts,
  mask,
  type NameColumns,
  PairList,
  type Progress,
  pickPairs,
} from './alignment.ts';
import { alignRest } from './alignRest.ts';
import { alignWhole } from './alignWhole.ts';
import type { Query, QueryPart, SimilarGroup } from './query.ts';
import { bitsOfToken, isMinor } from './tokenRow.ts';

/**
 * Below this share of matched bits alignment stops early. A name without any match is still tried, because its parts
 * may be joined differently.
 */
const promisingShare = 0.08;

/** From this share of matched bits on, no other splitting of the name is tried. */
const wholeEnough = 0.7;

/** Scratch memory, reused for every name. */
const pairList = new PairList();
const progress: Progress = { start: 0, count: 0, usedQuery: 0, usedListed: 0, dateAgrees: false };
const result: MatchedParts = {
  pairs: [],
  matchedBits: 0.5,
  onlyQuery: 0.5,
  onlySyllables: 0,
  onlyListed: 0.5,
  opposed: 0,
};

/**
 * Matches the parts of a query with those of a listed name, the most informative pair first. The remaining parts are
 * tried as initials, joined parts and weaker similarities.
 * @param name row of the listed name
 * @param options.dateAgrees see `Progress`
 * @returns a result that is valid until the next call
 */
export function alignParts(
  columns: NameColumns,
  query: Query,
  name: number,
  { dateAgrees }: Pick<Progress, 'dateAgrees'>,
): MatchedParts {
  const { nameTokenStart, nameTokens } = columns;
  progress.start = nameTokenStart[name]!;
  progress.count = nameTokenStart[name + 1]! - progress.start;
  progress.usedQuery = 0;
  progress.usedListed = 0;
  progress.dateAgrees = dateAgrees;
  const { pairs } = result;
  clear(pairs);
  pairList.clear();
  if (findSame(nameTokens, query)) return summed(columns, query);
  findKnown(nameTokens, query);
  pickPairs(pairList, 0, progress, pairs);
  let matched = 0;
  for (const { information } of pairs) matched += information;
  const { usedQuery, usedListed, start, count } = progress;
  const promising = dateAgrees || pairs.length === 0 || matched >= query.bits * promisingShare;
  if (promising && usedQuery !== mask(0, query.parts.length) && usedListed !== mask(0, count)) {
    const first = pairList.length;
    alignRest(columns, query, progress, pairList);
    pickPairs(pairList, first, progress, pairs);
  }
  const byParts = summed(columns, query);
  if (byParts.matchedBits >= query.bits * wholeEnough) return byParts;
  const whole = alignWhole(columns, query, start, count);
  if (!whole || whole.information <= byParts.matchedBits) return byParts;
  progress.usedQuery = mask(whole.from, whole.count);
  progress.usedListed = mask(whole.listedFrom, whole.listedCount);
  clear(pairs);
  pairs.push(whole);
  return summed(columns, query);
}

/** Empties an array but keeps its memory, which `length = 0` would give up. */
function clear(pairs: AlignedPair[]): void {
  while (pairs.length > 0) pairs.pop();
}

/** Sums the bits of the matched pairs and of the unmatched parts. */
function summed({ nameTokens, tokenRows }: NameColumns, query: Query): MatchedParts {
  const { start, count, usedQuery, usedListed } = progress;
  result.matchedBits = 0;
  for (const { information } of result.pairs) result.matchedBits += information;
  result.onlyQuery = 0;
  result.onlySyllables = 0;
  result.onlyListed = 0;
  let [leftQuery, leftListed] = [0, 0];
  for (let i = 0; i < query.parts.length; i++) {
    const part = query.parts[i]!;
    if (usedQuery & (1 << i) || part.minor) continue;
    result.onlyQuery += part.bits;
    leftQuery += 1;
    if (isOriginal(part)) result.onlySyllables += 1;
  }
  for (let j = 0; j < count; j++) {
    const token = nameTokens[start + j]!;
    if (usedListed & (1 << j) || isMinor(tokenRows, token)) continue;
    result.onlyListed += bitsOfToken(tokenRows, token);
    leftListed += 1;
  }
  result.opposed = Math.min(leftQuery, leftListed);
  return result;
}

/** A syllable that was given in Chinese or Korean script. */
function isOriginal({ syllable }: QueryPart): boolean {
  return syllable === 'han' || syllable === 'hangul';
}

/** The common case: the same parts in the same order. */
function findSame(nameTokens: Uint32Array, { parts, groups, chains }: Query): boolean {
  const { start, count } = progress;
  if (count !== parts.length) return false;
  const { first } = chains;
  for (let j = 0; j < count; j++) if (first[nameTokens[start + j]!] === 0) return false;
  for (let j = 0; j < count; j++) {
    let link = first[nameTokens[start + j]!]!;
    while (link !== 0 && !isSameAs(groups[chains.group[link]!]!, chains.row[link]!, j))
      link = chains.next[link]!;
    if (link === 0) {
      pairList.clear();
      clear(result.pairs);
      return false;
    }
    addKnown(groups[chains.group[link]!]!, chains.row[link]!, j);
    result.pairs.push(pairList.at(j));
  }
  progress.usedQuery = mask(0, count);
  progress.usedListed = progress.usedQuery;
  return true;
}

function isSameAs({ from, similar }: SimilarGroup, row: number, part: number): boolean {
  return from === part && similar.hows[row] === 'same';
}

/** Adds the pairs that the lookup of the query has already found. */
function findKnown(nameTokens: Uint32Array, { groups, chains }: Query): void {
  const { start, count } = progress;
  const { first } = chains;
  for (let j = 0; j < count; j++)
    for (let link = first[nameTokens[start + j]!]!; link !== 0; link = chains.next[link]!)
      addKnown(groups[chains.group[link]!]!, chains.row[link]!, j);
}

function addKnown({ from, count, similar }: SimilarGroup, row: number, listedFrom: number): void {
  const pair = pairList.next();
  pair.from = from;
  pair.count = count;
  pair.listedFrom = listedFrom;
  pair.listedCount = 1;
  pair.similarity = similar.similarities[row]!;
  pair.how = similar.hows[row]!;
  pair.information = similar.information[row]!;
}
