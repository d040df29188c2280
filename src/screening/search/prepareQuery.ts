import { weights } from '../compare/evidence.ts';
import { informationContent, matchedInformation } from '../compare/informationContent.ts';
import type { Chains, Query, QueryPart, SimilarGroup, SimilarParts } from '../compare/query.ts';
import { partKey } from '../index/keyTable.ts';
import type { ScreeningIndex } from '../index/screeningIndex.ts';
import { commonIn, sharedCultureBits } from '../names/commonNames.ts';
import type { NamePart } from '../names/namePart.ts';
import { PhoneticForm } from '../names/PhoneticForm.ts';
import { partFrequency } from '../names/partFrequency.ts';
import { consonantKey, maxLetters, phoneticCode } from '../names/phoneticCode.ts';
import { type KnownPart, scratchOf } from './scratch.ts';
import { hasWhole, similarParts } from './similarParts.ts';

/** Looks up the index entries that resemble the parts of a name. The caller must call `releaseQuery` afterwards. */
export function prepareQuery(index: ScreeningIndex, names: NamePart[]): Query {
  const lookedUpParts = names.map((part) => knownPart(index, part));
  const parts = lookedUpParts.map(({ part }) => part);
  const groups: SimilarGroup[] = [];
  for (let from = 0; from < parts.length; from++) {
    groups.push({ from, count: 1, similar: lookedUpParts[from]!.similar });
    const [first, second] = [parts[from]!, parts[from + 1]];
    const pair = second && joinable(first, second) ? joined(index, first, second, from) : null;
    if (pair) groups.push(pair);
  }
  const bits = parts.reduce((sum, part) => sum + (part.minor ? 0 : part.bits), 0);
  const isCut = parts.some((part) => part.cut);
  queries += 1;
  return {
    number: queries,
    parts,
    bits,
    whole: wholeOf(parts),
    common: deductionOf(parts),
    isCut,
    groups,
    chains: chained(index, groups),
  };
}

/** The number of queries so far. */
let queries = 0;

/** The deduction for two or more major parts that are all among the most common names of one culture; else 0. */
function deductionOf(parts: NamePart[]): number {
  const major = parts.filter((part) => !part.minor);
  if (major.length < 2) return 0;
  const shared = major.reduce((cultures, part) => cultures & commonIn(part), -1);
  return shared === 0 ? 0 : Math.min(weights.common, -weights.matched * sharedCultureBits(shared));
}

function wholeOf(parts: QueryPart[]): PhoneticForm | null {
  let length = 0;
  for (const { vowelless, form } of parts) {
    if (vowelless) return null;
    length += form.length;
  }
  if (length > maxLetters) return null;
  const codes = new Uint8Array(length);
  let at = 0;
  for (const { form } of parts) {
    codes.set(form.codes, at);
    at += form.length;
  }
  return new PhoneticForm(codes);
}

/** Links the listed parts that resemble several parts of the query. */
function chained(index: ScreeningIndex, groups: SimilarGroup[]): Chains {
  const { chains } = scratchOf(index);
  const { first } = chains;
  let link = 0;
  for (let group = 0; group < groups.length; group++) {
    const { tokens } = groups[group]!.similar;
    for (let row = 0; row < tokens.length; row++) {
      link += 1;
      chains.group[link] = group;
      chains.row[link] = row;
      chains.next[link] = first[tokens[row]!]!;
      first[tokens[row]!] = link;
    }
  }
  return chains;
}

/** Clears the scratch memory for the next query. */
export function releaseQuery(index: ScreeningIndex, query: Query): void {
  const { first } = scratchOf(index).chains;
  for (const { similar } of query.groups) for (const token of similar.tokens) first[token] = 0;
}

function joinable(first: QueryPart, second: QueryPart): boolean {
  // Without vowels an article is a single consonant, and many names begin or end with it.
  if ((first.vowelless && first.minor) || (second.vowelless && second.minor)) return false;
  const [one, other] = [first.text.length, second.text.length];
  return one >= 2 && other >= 2 && one + other <= 20;
}

/** A single part and the listed parts that resemble it, from the cache or from a lookup. */
function knownPart(index: ScreeningIndex, name: NamePart): KnownPart {
  const { knownParts } = scratchOf(index);
  const key = name.cut ? `${partKey(name)}<` : partKey(name);
  const cached = knownParts.get(key);
  if (cached) return cached;
  const part = lookedUp(index, name);
  knownParts.set(key, part);
  return part;
}

function lookedUp(index: ScreeningIndex, name: NamePart): KnownPart {
  const part = queryPartOf(name, phoneticCode(name));
  const similar = trimmed(similarParts(index, part, { joined: false }));
  const common = partFrequency(part);
  part.bits = bitsOf(index, common, similar);
  weigh(index, similar, common, 99);
  if (part.vowelless) scale(similar);
  return { part, similar };
}

/** Copies without the spare capacity of growing arrays, because thousands of these are cached. */
function trimmed({ tokens, similarities, hows, information }: SimilarParts): SimilarParts {
  return {
    tokens: tokens.slice(),
    similarities: similarities.slice(),
    hows: hows.slice(),
    information: information.slice(),
  };
}

/**
 * Reduces the information content of matches of a part without vowels, unless the listed part has no vowels either:
 * both then come from one script.
 */
function scale({ information, hows }: SimilarParts): void {
  for (let row = 0; row < information.length; row++)
    if (hows[row] !== 'same') information[row]! *= weights.vowelless;
}

/** Two parts written as one, with at most the bits of the separate parts; null if no listed part sounds similar. */
function joined(
  index: ScreeningIndex,
  first: QueryPart,
  second: QueryPart,
  from: number,
): SimilarGroup | null {
  const name = {
    text: first.text + second.text,
    vowelless: first.vowelless || second.vowelless,
    minor: false,
    syllable: first.syllable && second.syllable,
    cut: first.cut,
  };
  const code = phoneticCode(name);
  if (!hasWhole(index, name.text, code)) return null;
  const part = queryPartOf(name, code);
  const similar = similarParts(index, part, { joined: true });
  if (similar.tokens.length === 0) return null;
  weigh(index, similar, 1, first.bits + second.bits);
  return { from, count: 2, similar };
}

/** A part with its phonetic form. Its bits are set after the lookup. */
function queryPartOf({ text, vowelless, minor, syllable, cut }: NamePart, code: string): QueryPart {
  return {
    text,
    vowelless,
    minor,
    syllable,
    cut,
    phoneticCode: code,
    form: PhoneticForm.of(code, { vowelless }),
    consonants: consonantKey(code),
    bits: 0,
    links: syllable ? new Map() : null,
  };
}

/**
 * A part carries less information the more entities have it under any spelling.
 * @param common people in a million that have the part
 */
function bitsOf(index: ScreeningIndex, common: number, { tokens, similarities }: SimilarParts): number {
  const { tokenFrequency } = index.columns;
  let carriers = 0;
  for (let row = 0; row < tokens.length && similarities[row]! >= 0.9; row++)
    carriers += tokenFrequency[tokens[row]!]!;
  return informationContent(carriers, common);
}

/**
 * Sets the information content of each match: the fewer entities have a part at least as similar, the higher it is.
 * @param common people in a million that have the part
 */
function weigh(index: ScreeningIndex, similar: SimilarParts, common: number, maxBits: number): void {
  const { tokenFrequency } = index.columns;
  const { tokens, similarities, information } = similar;
  let [carriers, counted] = [0, 0];
  for (let row = 0; row < tokens.length; row++) {
    while (counted < tokens.length && similarities[counted]! >= similarities[row]!)
      carriers += tokenFrequency[tokens[counted++]!]!;
    const bits = Math.min(maxBits, informationContent(carriers, common));
    information[row] = matchedInformation(bits, similarities[row]!);
  }
}
