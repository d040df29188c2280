import type { Query, SimilarGroup } from '../compare/query.ts';
import { eachUnder, keyOf, keySeed } from '../index/keyTable.ts';
import type { Columns, ScreeningIndex } from '../index/screeningIndex.ts';
import { wholeNameCodes } from '../names/phoneticCode.ts';
import { type NameSet, scratchOf, type Tally } from './scratch.ts';

/** How many postings one query may read, and how many names it may compare in full at first. */
const maxPostings = 100_000;
const maxNames = 40;
/** The same for a name without vowels, or of common syllables, which resembles many. */
const maxVowellessNames = 70;
/** The same for a name of one part, which is compared quickly and shared by many. */
const maxSingleNames = 200;
const maxByKey = 40;
const mostExact = 200;
/** How much wider a search can be than the first one: then more entities alert than a screening keeps. */
export const widest = 64;
/** The share of a query's bits that a name must have matched to be compared in full. */
const minShare = 0.35;

/** How far to look for candidates. */
interface Reach {
  /** `yyyymmdd` if the day of birth is known, else 0. */
  birthday: number;
  /** How many times as many names to compare as at first: 1 to `widest`. */
  width: number;
}

/**
 * Names to compare in full, from several cheap sources united: names that share parts worth a good
 * share of the query's bits, names that are the query itself, or it joined or split otherwise, and names of entities
 * born on the same day.
 * @returns what holds until the next call; `isCut`: a wider search may find more
 */
export function candidates(
  index: ScreeningIndex,
  query: Query,
  { birthday, width }: Reach,
): { found: NameSet; isCut: boolean } {
  const { found } = scratchOf(index);
  found.clear();
  const isCut = byParts(index, query, found, width);
  const isCutToo = byWholeName(index, query, found, width);
  if (birthday) byBirthday(index, birthday, found);
  return { found, isCut: isCut || isCutToo };
}

/** @returns whether there were more than there is room for */
function byParts(index: ScreeningIndex, query: Query, candidates: NameSet, width: number): boolean {
  const { tokenNameStart, tokenNames } = index.columns;
  const { tally } = scratchOf(index);
  const groups = byVolume(
    index,
    query.groups.filter(({ from, count }) => count > 1 || !query.parts[from]!.minor),
  );
  tally.clear(groups.reduce((sum, { volume }) => Math.min(maxPostings, sum + volume), 0));
  let open = groups.reduce((sum, { group }) => sum + maxBitsOf(group), 0);
  let ahead = groups.reduce((sum, { group }) => sum + group.similar.information[0]!, 0);
  const minBits = open * minShare;
  const room = width * roomFor(query);
  let left = maxPostings;
  let order = 0;
  let cut = 0;
  for (const { group } of groups) {
    order += 1;
    if (open < minBits || left <= 0) break;
    open -= maxBitsOf(group);
    ahead -= group.similar.information[0]!;
    const { tokens, information } = group.similar;
    for (let row = 0; row < tokens.length; row++) {
      const [token, bits] = [tokens[row]!, information[row]!];
      const start = tokenNameStart[token]!;
      const end = Math.min(tokenNameStart[token + 1]!, start + left);
      left -= end - start;
      if (tally.length >= room && end - start >= tally.length) cut = cutOf(tally, room);
      const onlyKnown = bits + ahead < minBits - 0.01 || step(bits + ahead + rounding) < cut;
      // In the first group each name occurs once.
      if (!onlyKnown || order > 1) tally.add(tokenNames, start, end, { bits, part: order, onlyKnown });
      if (left <= 0) break;
    }
  }
  addBest(tally, Math.max(0.01, minBits - open), room, candidates);
  return tally.length > room;
}

/** How many names may be compared in full at first. */
function roomFor({ parts }: Query): number {
  if (parts.length === 1) return maxSingleNames;
  return parts.some(({ vowelless, syllable }) => vowelless || syllable) ? maxVowellessNames : maxNames;
}

/** More than the rounding error of the tally's sums. */
const rounding = 0.001;

/** Upper bound of the bits for matching the group; joined parts count as much as the single ones would. */
function maxBitsOf({ similar, count }: SimilarGroup): number {
  return count === 1 ? (similar.information[0] ?? 0) : 0;
}

/**
 * Rare groups first: a name that only has parts of the last, common ones can't reach `least`, so that these
 * aren't read once the rest is worth less than `least`.
 */
function byVolume(index: ScreeningIndex, groups: SimilarGroup[]): { group: SimilarGroup; volume: number }[] {
  const { tokenNameStart } = index.columns;
  const volume = (group: SimilarGroup) =>
    group.similar.tokens.reduce((sum, token) => sum + tokenNameStart[token + 1]! - tokenNameStart[token]!, 0);
  return groups
    .filter(({ similar }) => similar.tokens.length > 0)
    .map((group) => ({ group, volume: volume(group) }))
    .sort((a, b) => a.volume - b.volume);
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

/** The step under which no name is among the best, however many more come: bits in steps of a quarter. */
function cutOf({ bits, length }: Tally, maxCount: number): number {
  steps.fill(0);
  for (let row = 0; row < length; row++) steps[step(bits[row]!)]! += 1;
  let cut = steps.length - 1;
  for (let count = steps[cut]!; cut > 0 && count < maxCount; count += steps[cut]!) cut -= 1;
  return cut;
}

const steps = new Uint32Array(1024);

function step(bits: number): number {
  return Math.min(steps.length - 1, Math.floor(bits * 4));
}

/** @returns whether a key has more names than are read */
function byWholeName(index: ScreeningIndex, query: Query, candidates: NameSet, width: number): boolean {
  const { nameKeyHeads: heads, nameKeys: keys, nameKeyValues: values } = index.columns;
  const table = { heads, keys, values };
  let isCut = false;
  const addUnder = (key: number, max: number) => {
    let count = 0;
    eachUnder(table, key, max, (name) => {
      candidates.add(name);
      count += 1;
    });
    if (count === max) isCut = true;
  };
  const major = query.parts.filter((part) => !part.minor);
  const exact = major.map((part) => part.text).join(' ');
  addUnder(keyOf(exact, keySeed.exactName), width * mostExact);
  for (const code of wholeNameCodes(query.parts)) addUnder(keyOf(code, keySeed.wholeName), width * maxByKey);
  for (const { consonants } of major)
    if (consonants.length >= 3) addUnder(keyOf(consonants, keySeed.pair), width * maxByKey);
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
 * Reads what comparing these names will read, one column after the other: the processor then waits for many of the rows,
 * which lie far apart, at the same time, and not for each in turn while it compares.
 */
export function fetchRows(columns: Columns, names: Uint32Array, length: number): void {
  const { nameTokenStart, nameEntity, nameFlags, nameTokens, entityFlags, entityDateStart } = columns;
  let sum = 0;
  for (let i = 0; i < length; i++) {
    const name = names[i]!;
    sum ^= nameTokenStart[name]! ^ nameEntity[name]! ^ nameFlags[name]!;
  }
  for (let i = 0; i < length; i++) {
    const name = names[i]!;
    const entity = nameEntity[name]!;
    sum ^= entityFlags[entity]! ^ entityDateStart[entity]! ^ nameTokens[nameTokenStart[name]!]!;
  }
  for (let i = 0; i < length; i++) sum ^= fetchTokens(columns, names[i]!);
  read[0] = sum;
}

/** Receives prefetched values. The compiler would remove reads whose result is unused. */
const read = new Int32Array(1);

function fetchTokens(columns: Columns, name: number): number {
  const { nameTokenStart, nameTokens, tokenLetters, tokenFlags, tokenBits, tokenCodeStart } = columns;
  const end = nameTokenStart[name + 1]!;
  let sum = 0;
  for (let i = nameTokenStart[name]!; i < end; i++) {
    const token = nameTokens[i]!;
    sum ^= tokenLetters[token]! ^ tokenFlags[token]! ^ tokenBits[token]! ^ tokenCodeStart[token]!;
  }
  return sum;
}
