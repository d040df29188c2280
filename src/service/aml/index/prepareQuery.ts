import { commonness } from '../match/commonness.ts';
import { gain } from '../match/gain.ts';
import { Heard } from '../match/Heard.ts';
import type { NamePart } from '../match/nameParts.ts';
import { partBits } from '../match/partBits.ts';
import type { Query, QueryPart, SimilarGroup, SimilarPart } from '../match/query.ts';
import { skeleton } from '../match/skeleton.ts';
import { sound } from '../match/sound.ts';
import { type KnownPart, scratchOf } from './scratch.ts';
import type { ScreeningIndex } from './screeningIndex.ts';
import { similarParts } from './similarParts.ts';

/** How many parts of names asked about are remembered: many people share their first name. */
const mostKnown = 4000;

/** Looks up what the index knows that resembles the parts of a name. `releaseQuery` must follow. */
export function prepareQuery(index: ScreeningIndex, names: NamePart[]): Query {
  const known = names.map((part) => knownPart(index, part));
  const parts = known.map(({ part }) => part);
  const groups: SimilarGroup[] = [];
  for (let from = 0; from < parts.length; from++) {
    groups.push({ from, count: 1, entries: known[from]!.similar.map((entry) => placed(entry, from)) });
    const [first, second] = [parts[from]!, parts[from + 1]];
    if (second && joinable(first.text, second.text)) groups.push(joined(index, first, second, from));
  }
  const bits = parts.reduce((sum, part) => sum + part.bits, 0);
  return { parts, bits, groups, entries: chained(index, groups) };
}

/** All entries in one table, those of one token in a chain that `tokenEntry` begins. */
function chained(index: ScreeningIndex, groups: SimilarGroup[]): SimilarPart[] {
  const { tokenEntry } = scratchOf(index);
  const entries: SimilarPart[] = [blank];
  for (const { entries: similar } of groups)
    for (const entry of similar) {
      entry.next = tokenEntry[entry.token]!;
      tokenEntry[entry.token] = entries.length;
      entries.push(entry);
    }
  return entries;
}

/** Leaves the work space clean for the next query. */
export function releaseQuery(index: ScreeningIndex, query: Query): void {
  const { tokenEntry } = scratchOf(index);
  for (const { token } of query.entries) tokenEntry[token] = 0;
}

function joinable(first: string, second: string): boolean {
  return first.length >= 2 && second.length >= 2 && first.length + second.length <= 20;
}

const blank: SimilarPart = { token: 0, from: 0, count: 0, similarity: 0, how: 'same', gain: 0, next: 0 };

function placed({ token, count, similarity, how, gain: bits }: SimilarPart, from: number): SimilarPart {
  return { token, from, count, similarity, how, gain: bits, next: 0 };
}

/** A single part and what resembles it, looked up or remembered; the one asked for longest ago is forgotten. */
function knownPart(index: ScreeningIndex, name: NamePart): KnownPart {
  const { knownParts } = scratchOf(index);
  const key = name.vowelless ? `-${name.text}` : name.text;
  const kept = knownParts.get(key);
  if (kept) knownParts.delete(key);
  else if (knownParts.size >= mostKnown) knownParts.delete(knownParts.keys().next().value!);
  const known = kept ?? lookedUp(index, name);
  knownParts.set(key, known);
  return known;
}

function lookedUp(index: ScreeningIndex, name: NamePart): KnownPart {
  const heardPart = asHeard(index, name);
  const similar = similarParts(index, heardPart, false);
  const part = { ...heardPart, bits: bitsOf(index, heardPart, similar) };
  weigh(index, similar, commonness(part), 99);
  return { part, similar };
}

/** Two parts written as one, which say no more than they do apart. */
function joined(index: ScreeningIndex, first: QueryPart, second: QueryPart, from: number): SimilarGroup {
  const name = { text: first.text + second.text, vowelless: first.vowelless || second.vowelless };
  const similar = similarParts(index, asHeard(index, name), true);
  weigh(index, similar, 1, first.bits + second.bits);
  for (const entry of similar) entry.from = from;
  return { from, count: 2, entries: similar };
}

function asHeard(index: ScreeningIndex, part: NamePart): QueryPart {
  const spoken = sound(part);
  const entities = index.columns.entityFlags.length;
  const bits = partBits(0, commonness(part), entities);
  return { ...part, sound: spoken, heard: Heard.of(spoken, part.vowelless), bones: skeleton(spoken), bits };
}

/** A part says less the more entities carry it under any spelling. */
function bitsOf(index: ScreeningIndex, part: QueryPart, similar: SimilarPart[]): number {
  const { tokenFrequency, entityFlags } = index.columns;
  let carriers = 0;
  for (const { token, similarity: alike } of similar) if (alike >= 0.9) carriers += tokenFrequency[token]!;
  return partBits(carriers, commonness(part), entityFlags.length);
}

/**
 * Meeting a part says as much as few entities have one at least as alike.
 * @param similar the most alike first
 * @param common people in a million that have the part
 */
function weigh(index: ScreeningIndex, similar: SimilarPart[], common: number, most: number): void {
  const { tokenFrequency, entityFlags } = index.columns;
  let [carriers, counted] = [0, 0];
  for (const entry of similar) {
    while (counted < similar.length && similar[counted]!.similarity >= entry.similarity)
      carriers += tokenFrequency[similar[counted++]!.token]!;
    const bits = Math.min(most, partBits(carriers, common, entityFlags.length));
    entry.gain = gain(bits, entry.similarity);
  }
}
