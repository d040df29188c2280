import type { AlignedPair, MetParts } from './alignment.ts';
import { alignRest, type Progress } from './alignRest.ts';
import { alignWhole } from './alignWhole.ts';
import { type NameColumns, tokenFlag } from './nameColumns.ts';
import type { Query, QueryPart, SimilarGroup } from './query.ts';

/** A name that meets so little is left at that; one that meets nothing came as it may be joined otherwise. */
const promisingShare = 0.08;

/** What met so much was hardly split in the wrong place. */
const wholeEnough = 0.7;

/**
 * Matches the parts of a query with those of a listed name, the pair that says most first; what is left
 * is tried as initials, joined parts and poorer likenesses.
 * @param name row of the listed name
 * @param options.dateAgrees whether the date of birth agrees: what is left is tried even if the parts found so far
 *   say little
 */
export function alignParts(
  columns: NameColumns,
  query: Query,
  name: number,
  options: { dateAgrees: boolean },
): MetParts {
  const { nameTokenStart, nameTokens } = columns;
  const start = nameTokenStart[name]!;
  const count = nameTokenStart[name + 1]! - start;
  const same = identical(nameTokens, start, count, query);
  const progress: Progress = { start, count, usedQuery: 0, usedListed: 0 };
  if (same) return summed(columns, query, same, progress);
  const pairs = pick(known(nameTokens, start, count, query));
  for (const pair of pairs) use(progress, pair);
  const promising =
    options.dateAgrees || pairs.length === 0 || pairs.reduce(bitsOf, 0) >= query.bits * promisingShare;
  const { usedQuery, usedListed } = progress;
  if (promising && usedQuery !== mask(0, query.parts.length) && usedListed !== mask(0, count)) {
    for (const pair of pick(alignRest(columns, query, progress, options))) {
      use(progress, pair);
      pairs.push(pair);
    }
  }
  const byParts = summed(columns, query, pairs, progress);
  if (byParts.met >= query.bits * wholeEnough) return byParts;
  const whole = alignWhole(columns, query, start, count);
  return whole && whole.information > byParts.met
    ? summed(columns, query, [whole], { start, count, usedQuery: 0, usedListed: 0 })
    : byParts;
}

function use(progress: Progress, pair: AlignedPair): void {
  progress.usedQuery |= mask(pair.from, pair.count);
  progress.usedListed |= mask(pair.listedFrom, pair.listedCount);
}

function summed(
  { nameTokens, tokenBits, tokenFlags }: NameColumns,
  query: Query,
  pairs: AlignedPair[],
  { start, count }: Progress,
): MetParts {
  const progress: Progress = { start, count, usedQuery: 0, usedListed: 0 };
  let met = 0;
  for (const pair of pairs) {
    met += pair.information;
    use(progress, pair);
  }
  let onlyQuery = 0;
  let onlySyllables = 0;
  let leftQuery = 0;
  for (let i = 0; i < query.parts.length; i++) {
    const part = query.parts[i]!;
    if (progress.usedQuery & (1 << i) || part.minor) continue;
    onlyQuery += part.bits;
    leftQuery += 1;
    if (isOriginal(part)) onlySyllables += 1;
  }
  let onlyListed = 0;
  let leftListed = 0;
  for (let j = 0; j < count; j++) {
    const token = nameTokens[start + j]!;
    if (progress.usedListed & (1 << j) || tokenFlags[token]! & tokenFlag.minor) continue;
    onlyListed += tokenBits[token]! / 10;
    leftListed += 1;
  }
  const againstEachOther = Math.min(leftQuery, leftListed);
  return { pairs, met, onlyQuery, onlySyllables, onlyListed, againstEachOther };
}

/** A syllable that was given in Chinese or Korean script. */
function isOriginal({ syllable }: QueryPart): boolean {
  return syllable === 'han' || syllable === 'hangul';
}

function bitsOf(sum: number, pair: AlignedPair): number {
  return sum + pair.information;
}

/** The plain case: the same parts in the same order. */
function identical(
  nameTokens: Uint32Array,
  start: number,
  count: number,
  query: Query,
): AlignedPair[] | null {
  if (count !== query.parts.length) return null;
  const { groups, chains } = query;
  const { first } = chains;
  for (let j = 0; j < count; j++) if (first[nameTokens[start + j]!] === 0) return null;
  const pairs: AlignedPair[] = [];
  for (let j = 0; j < count; j++) {
    let link = first[nameTokens[start + j]!]!;
    while (link !== 0 && !isSameAs(groups[chains.group[link]!]!, chains.row[link]!, j))
      link = chains.next[link]!;
    if (link === 0) return null;
    const information = groups[chains.group[link]!]!.similar.information[chains.row[link]!]!;
    pairs.push({
      from: j,
      count: 1,
      listedFrom: j,
      listedCount: 1,
      similarity: 1,
      how: 'same',
      information,
    });
  }
  return pairs;
}

function isSameAs({ from, similar }: SimilarGroup, row: number, part: number): boolean {
  return from === part && similar.hows[row] === 'same';
}

/** Pairs that the lookup of the query has found already. */
function known(
  nameTokens: Uint32Array,
  start: number,
  count: number,
  { groups, chains }: Query,
): AlignedPair[] {
  const pairs: AlignedPair[] = [];
  const { first } = chains;
  for (let j = 0; j < count; j++)
    for (let link = first[nameTokens[start + j]!]!; link !== 0; link = chains.next[link]!) {
      const { from, count: spans, similar } = groups[chains.group[link]!]!;
      const row = chains.row[link]!;
      pairs.push({
        from,
        count: spans,
        listedFrom: j,
        listedCount: 1,
        similarity: similar.similarities[row]!,
        how: similar.hows[row]!,
        information: similar.information[row]!,
      });
    }
  return pairs;
}

/** The best pairs that don't share a part. */
function pick(pairs: AlignedPair[]): AlignedPair[] {
  if (pairs.length < 2) return pairs;
  pairs.sort((a, b) => b.information - a.information || b.similarity - a.similarity);
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
