import type { Query, SimilarGroup } from '../compare/query.ts';
import { codeStartOf } from '../compare/tokenRow.ts';
import { eachUnder, fetchUnder, keepRead, keyOf, keySeed } from '../index/keyTable.ts';
import type { Columns, ScreeningIndex } from '../index/screeningIndex.ts';
import { wholeNameCodes } from '../names/phoneticCode.ts';
import { type NameSet, scratchOf, type Tally } from './scratch.ts';

/** Limits for one query: postings to read, and names to compare in full in the first round. */
const maxPostings = 100_000;
const maxNames = 40;
/** The same for a name without vowels, or of common syllables: it resembles many names. */
const maxVowellessNames = 70;
/** The same for a name of one part: it is compared quickly, and many names share it. */
const maxSingleNames = 200;
const maxByKey = 40;
const mostExact = 200;
/** The largest size of a search, relative to the first round: more entities then alert than a screening keeps. */
export const maxSearchSize = 64;
/** The share of a query's bits that a name must have matched to be compared in full. */
const minShare = 0.35;

/** The extent of a search for candidates. */
interface Reach {
  /** `yyyymmdd` if the day of birth is known, else 0. */
  birthday: number;
  /** Number of names to compare, relative to the first round: 1 to `maxSearchSize`. */
  searchSize: number;
}

/**
 * Names to compare in full, combined from several fast sources: names that share parts with a sufficient share of the
 * query's bits; names that equal the query, or the query joined or split differently; and names of entities born on the
 * same day. A larger search adds to the names of the searches of the same query before.
 * @returns `found`: valid until the next query; `isCut`: a larger search may find more
 */
export function candidates(
  index: ScreeningIndex,
  query: Query,
  { birthday, searchSize }: Reach,
): { found: NameSet; isCut: boolean } {
  const { found } = scratchOf(index);
  if (searchSize === 1) found.clear();
  const isCut = byParts(index, query, found, searchSize);
  const isCutToo = byWholeName(index, query, found, searchSize);
  if (birthday) byBirthday(index, birthday, found);
  return { found, isCut: isCut || isCutToo };
}

/** @returns whether there were more names than the limit */
function byParts(index: ScreeningIndex, query: Query, candidates: NameSet, searchSize: number): boolean {
  const scratch = scratchOf(index);
  const groups = byVolume(
    index,
    query.groups.filter(({ from, count }) => count > 1 || !query.parts[from]!.minor),
  );
  const total = groups.reduce((sum, { group }) => sum + maxBitsOf(group), 0);
  const minBits = total * minShare;
  const room = searchSize * roomFor(query);
  // A second tally serves all larger searches.
  const tallied = searchSize === 1 ? room : maxSearchSize * roomFor(query);
  if (searchSize === 1 || scratch.tallied < room)
    tallyParts(index, groups, { total, minBits, room: tallied });
  addBest(scratch.tally, Math.max(0.01, minBits - scratch.unread), room, candidates);
  return scratch.tally.length > room;
}

/**
 * Sums the bits of the names that have the parts. Names that can't be among the best are left out.
 * @param limits.total the bits of all groups
 * @param limits.room the number of the best names
 */
function tallyParts(
  index: ScreeningIndex,
  groups: { group: SimilarGroup; volume: number }[],
  { total, minBits, room }: { total: number; minBits: number; room: number },
): void {
  const { tokenNameStart, tokenNames } = index.columns;
  const scratch = scratchOf(index);
  const { tally } = scratch;
  tally.clear(groups.reduce((sum, { volume }) => Math.min(maxPostings, sum + volume), 0));
  let open = total;
  let ahead = groups.reduce((sum, { group }) => sum + group.similar.information[0]!, 0);
  let left = maxPostings;
  let order = 0;
  let cut = 0;
  let isFull = false;
  for (const { group } of groups) {
    order += 1;
    if (open < minBits || left <= 0) break;
    open -= maxBitsOf(group);
    ahead -= group.similar.information[0]!;
    const isLast = order === groups.length || open < minBits;
    const newcomers = new Newcomers(room);
    const { tokens, information } = group.similar;
    for (let row = 0; row < tokens.length; row++) {
      const token = tokens[row]!;
      const bits = information[row]!;
      const start = tokenNameStart[token]!;
      const end = Math.min(tokenNameStart[token + 1]!, start + left);
      left -= end - start;
      if (tally.length >= room && end - start >= tally.length) cut = cutOf(tally, room);
      const onlyKnown = bits + ahead < minBits - 0.01 || step(bits + ahead + rounding) < cut;
      const most = onlyKnown ? 0 : isLast ? newcomers.mostAt(bits, tally.length) : end - start;
      if (most < end - start && !onlyKnown) isFull = true;
      const before = tally.length;
      // The first group contains each name once.
      if (most > 0 || order > 1) tally.add(tokenNames, start, end, { bits, part: order, most });
      newcomers.count += tally.length - before;
      if (left <= 0) break;
    }
  }
  scratch.tallied = cut === 0 && !isFull ? Number.POSITIVE_INFINITY : room;
  scratch.unread = open;
}

/** More than the names of any index. An integer, which is counted fast. */
const unlimited = 2 ** 30;

/**
 * How many more names the last group may add. Nothing changes their bits any more, so names beyond the room, with as many
 * bits as those that fill it or with fewer, are never among the best.
 */
class Newcomers {
  /** Those with the bits of the last `mostAt`. */
  count = 0;
  #better = 0;
  #step = steps.length;
  readonly #room: number;

  constructor(room: number) {
    this.#room = room;
  }

  /**
   * @param bits of the names to add
   * @param length names in the tally: one more than the room shows that there are more
   */
  mostAt(bits: number, length: number): number {
    const at = step(Math.fround(bits));
    if (at < this.#step) {
      this.#better += this.count;
      this.count = 0;
    }
    // Names with more bits than the last ones are not told apart from those: no limit is certain any more.
    this.#step = at > this.#step ? -1 : at;
    if (this.#step < 0) return unlimited;
    const most = this.#better >= this.#room ? 0 : this.#room - this.count;
    return Math.max(most, this.#room + 1 - length);
  }
}

/** The maximum number of names to compare in full in the first round. */
function roomFor({ parts }: Query): number {
  if (parts.length === 1) return maxSingleNames;
  return parts.some(({ vowelless, syllable }) => vowelless || syllable) ? maxVowellessNames : maxNames;
}

/** More than the rounding error of the tally's sums. */
const rounding = 0.001;

/** An upper bound of the bits for matching the group. Joined parts count as much as the single parts would. */
function maxBitsOf({ similar, count }: SimilarGroup): number {
  return count === 1 ? (similar.information[0] ?? 0) : 0;
}

/**
 * Rare groups first. A name that matches only the last, common groups can't reach `minBits`. These groups are therefore
 * not read once the remaining groups are worth less than `minBits`.
 */
function byVolume(index: ScreeningIndex, groups: SimilarGroup[]): { group: SimilarGroup; volume: number }[] {
  return groups
    .filter(({ similar }) => similar.tokens.length > 0)
    .map((group) => ({ group, volume: volumeOf(index, group) }))
    .sort((a, b) => a.volume - b.volume);
}

/** The number of postings of a group. Also prefetches the first posting of each token. */
function volumeOf({ columns }: ScreeningIndex, { similar }: SimilarGroup): number {
  const { tokenNameStart, tokenNames } = columns;
  const { tokens } = similar;
  let volume = 0;
  let sum = 0;
  for (let row = 0; row < tokens.length; row++) {
    const from = tokenNameStart[tokens[row]!]!;
    volume += tokenNameStart[tokens[row]! + 1]! - from;
    sum ^= tokenNames[from]!;
  }
  keepRead(sum);
  return volume;
}

/** Adds the names with the most bits, by a counting sort. */
function addBest(tally: Tally, minBits: number, maxCount: number, candidates: NameSet): void {
  const { names, bits, length } = tally;
  const cut = cutOf(tally, maxCount);
  let room = maxCount;
  for (let row = 0; row < length; row++) {
    if (bits[row]! < minBits) continue;
    const at = step(bits[row]!);
    if (at < cut || (at === cut && room === 0)) continue;
    candidates.add(names[row]!);
    if (at === cut) room -= 1;
  }
}

/** The lowest step (a quarter of a bit each) whose names are still among the best `maxCount`. */
function cutOf({ bits, length }: Tally, maxCount: number): number {
  let highest = 0;
  for (let row = 0; row < length; row++) {
    const at = step(bits[row]!);
    steps[at]! += 1;
    if (at > highest) highest = at;
  }
  let cut = highest;
  for (let count = steps[cut]!; cut > 0 && count < maxCount; count += steps[cut]!) cut -= 1;
  steps.fill(0, 0, highest + 1);
  return cut;
}

const steps = new Uint32Array(1024);

function step(bits: number): number {
  return Math.min(steps.length - 1, (bits * 4) | 0);
}

/** @returns whether a key has more names than are read */
function byWholeName(index: ScreeningIndex, query: Query, candidates: NameSet, searchSize: number): boolean {
  const { nameKeyHeads: heads, nameKeys: keys, nameKeyValues: values } = index.columns;
  const table = { heads, keys, values };
  const major = query.parts.filter((part) => !part.minor);
  const exact = keyOf(major.map((part) => part.text).join(' '), keySeed.exactName);
  const others = wholeNameCodes(query.parts).map((code) => keyOf(code, keySeed.wholeName));
  for (const { consonants } of major)
    if (consonants.length >= 3) others.push(keyOf(consonants, keySeed.pair));
  fetchUnder(table, [exact, ...others]);
  let isCut = false;
  const addUnder = (key: number, max: number) => {
    let count = 0;
    eachUnder(table, key, max, (name) => {
      candidates.add(name);
      count += 1;
    });
    if (count === max) isCut = true;
  };
  addUnder(exact, searchSize * mostExact);
  for (const key of others) addUnder(key, searchSize * maxByKey);
  return isCut;
}

function byBirthday(index: ScreeningIndex, birthday: number, candidates: NameSet): void {
  const { dateKeyHeads: heads, dateKeys: keys, dateKeyValues: values, entityNameStart } = index.columns;
  eachUnder({ heads, keys, values }, keyOf(String(birthday), keySeed.date), 100, (entity) => {
    for (let name = entityNameStart[entity]!; name < entityNameStart[entity + 1]!; name++)
      candidates.add(name);
  });
}

/**
 * Prefetches the rows that the comparison of these names will read, one column after the other. The rows are far apart:
 * the processor loads many of them at the same time, instead of waiting for each during the comparison.
 */
export function fetchRows(index: ScreeningIndex, { names, length }: NameSet, from: number): void {
  const { columns } = index;
  const { nameTokenStart, nameEntity, nameFlags, nameTokens, entityFlags } = columns;
  const { entityDateStart, dates, entityCountryStart } = columns;
  let sum = 0;
  for (let i = from; i < length; i++) {
    const name = names[i]!;
    sum ^= nameTokenStart[name]! ^ nameEntity[name]! ^ nameFlags[name]!;
  }
  for (let i = from; i < length; i++) {
    const name = names[i]!;
    const entity = nameEntity[name]!;
    sum ^= entityFlags[entity]! ^ dates[entityDateStart[entity]!]! ^ entityCountryStart[entity]!;
    sum ^= nameTokens[nameTokenStart[name]!]!;
  }
  const { first } = scratchOf(index).chains;
  for (let i = from; i < length; i++) sum ^= fetchTokens(columns, first, names[i]!);
  keepRead(sum);
}

function fetchTokens(columns: Columns, first: Uint16Array, name: number): number {
  const { nameTokenStart, nameTokens, tokenRows, tokenCode } = columns;
  const end = nameTokenStart[name + 1]!;
  let sum = 0;
  for (let i = nameTokenStart[name]!; i < end; i++) {
    const token = nameTokens[i]!;
    sum ^= tokenCode[codeStartOf(tokenRows, token)]! ^ first[token]!;
  }
  return sum;
}
