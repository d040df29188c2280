import { commonness } from '../match/commonness.ts';
import { gain } from '../match/gain.ts';
import { Heard } from '../match/Heard.ts';
import type { NamePart } from '../match/nameParts.ts';
import { partBits } from '../match/partBits.ts';
import type { Chains, Query, QueryPart, SimilarGroup, SimilarParts } from '../match/query.ts';
import { skeleton } from '../match/skeleton.ts';
import { sound } from '../match/sound.ts';
import { type KnownPart, scratchOf } from './scratch.ts';
import type { ScreeningIndex } from './screeningIndex.ts';
import { similarParts } from './similarParts.ts';

/** How many parts of names asked about are remembered: many people share their first name. */
const mostKnown = 30000;

/** Looks up what the index knows that resembles the parts of a name. `releaseQuery` must follow. */
export function prepareQuery(index: ScreeningIndex, names: NamePart[]): Query {
  const known = names.map((part) => knownPart(index, part));
  const parts = known.map(({ part }) => part);
  const groups: SimilarGroup[] = [];
  for (let from = 0; from < parts.length; from++) {
    groups.push({ from, count: 1, similar: known[from]!.similar });
    const [first, second] = [parts[from]!, parts[from + 1]];
    if (second && joinable(first.text, second.text)) groups.push(joined(index, first, second, from));
  }
  const bits = parts.reduce((sum, part) => sum + part.bits, 0);
  return { parts, bits, groups, chains: chained(index, groups) };
}

/** Chains what resembles several parts of the query. */
function chained(index: ScreeningIndex, groups: SimilarGroup[]): Chains {
  const { tokenChain, chains } = scratchOf(index);
  let link = 0;
  for (let group = 0; group < groups.length; group++) {
    const { tokens } = groups[group]!.similar;
    for (let row = 0; row < tokens.length; row++) {
      link += 1;
      chains.group[link] = group;
      chains.row[link] = row;
      chains.next[link] = tokenChain[tokens[row]!]!;
      tokenChain[tokens[row]!] = link;
    }
  }
  return chains;
}

/** Leaves the work space clean for the next query. */
export function releaseQuery(index: ScreeningIndex, query: Query): void {
  const { tokenChain } = scratchOf(index);
  for (const { similar } of query.groups) for (const token of similar.tokens) tokenChain[token] = 0;
}

function joinable(first: string, second: string): boolean {
  return first.length >= 2 && second.length >= 2 && first.length + second.length <= 20;
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
  return { from, count: 2, similar };
}

function asHeard(index: ScreeningIndex, part: NamePart): QueryPart {
  const spoken = sound(part);
  const entities = index.columns.entityFlags.length;
  const bits = partBits(0, commonness(part), entities);
  return { ...part, sound: spoken, heard: Heard.of(spoken, part.vowelless), bones: skeleton(spoken), bits };
}

/** A part says less the more entities carry it under any spelling. */
function bitsOf(index: ScreeningIndex, part: QueryPart, { tokens, similarities }: SimilarParts): number {
  const { tokenFrequency, entityFlags } = index.columns;
  let carriers = 0;
  for (let row = 0; row < tokens.length && similarities[row]! >= 0.9; row++)
    carriers += tokenFrequency[tokens[row]!]!;
  return partBits(carriers, commonness(part), entityFlags.length);
}

/**
 * Meeting a part says as much as few entities have one at least as alike.
 * @param common people in a million that have the part
 */
function weigh(index: ScreeningIndex, similar: SimilarParts, common: number, most: number): void {
  const { tokenFrequency, entityFlags } = index.columns;
  const { tokens, similarities, gains } = similar;
  let [carriers, counted] = [0, 0];
  for (let row = 0; row < tokens.length; row++) {
    while (counted < tokens.length && similarities[counted]! >= similarities[row]!)
      carriers += tokenFrequency[tokens[counted++]!]!;
    const bits = Math.min(most, partBits(carriers, common, entityFlags.length));
    gains[row] = gain(bits, similarities[row]!);
  }
}
