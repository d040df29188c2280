import { hash } from 'node:crypto';
import { searchedForms } from '../compare/looseNumber.ts';
import { countryNumber, dateRange } from '../compare/verdicts.ts';
import {
  addedCounts,
  addedTotals,
  countByLists,
  endsOf,
  type ListCount,
  noTotals,
} from '../lists/controlTotals.ts';
import { successors } from '../lists/countryCode.ts';
import { identifierTypes } from '../lists/identifier.ts';
import { type Listed, type ListedName, listKind } from '../lists/listed.ts';
import type { NamePart } from '../names/namePart.ts';
import { nameParts } from '../names/nameParts.ts';
import { organisationParts } from '../names/organisationParts.ts';
import { joinedConsonantKey, wholeNameCodes } from '../names/phoneticCode.ts';
import { acronymsOf, cutForms } from '../names/shortOrganisations.ts';
import { vesselIn } from '../names/vesselNames.ts';
import { keyOf, keySeed } from './keyTable.ts';
import { LatestRows } from './LatestRows.ts';
import {
  type Columns,
  type DatasetList,
  type DatasetSummary,
  entityFlag,
  nameFlag,
  packed,
  type ScreeningIndex,
} from './screeningIndex.ts';
import { GrowableArray, KeyRows, Vocabulary } from './Vocabulary.ts';

/** Collects entities and builds the index of them. The last entity with an id wins. */
export class IndexBuilder {
  readonly #json = new GrowableArray(Uint8Array, 1 << 16);
  readonly #starts: number[] = [];
  readonly #latest = new LatestRows();
  /** Totals of withdrawn entities per combination of lists. The key is the list codes joined by newlines. */
  readonly #withdrawn = new Map<string, ListCount>();
  readonly #withdrawnIds = new Set<string>();

  /**
   * @param collection the collection of lists that the entity comes from
   * @returns the row, from 0, of the entity that the same collection put for this id before; `null` if there is none
   */
  put(entity: Listed, collection = ''): number | null {
    this.#starts.push(this.#json.length);
    this.#json.pushAll(Buffer.from(JSON.stringify(entity)));
    return this.#latest.put(entity.id, collection);
  }

  /** Withdraws a collection's version of an entity. */
  drop(id: string, collection = ''): void {
    const row = this.#latest.drop(id, collection);
    if (row === null) return;
    countByLists(this.#withdrawn, JSON.parse(this.#bytes(row).toString()) as Listed, row);
    this.#withdrawnIds.add(id);
  }

  finish(summary: DatasetSummary): ScreeningIndex {
    const { entities, names, vocabulary } = rowsOf(this.#living());
    this.#latest.clear();
    const { version, publishedAt, sources = new Map() } = summary;
    const lists = countedLists(entities.lists, this.#withdrawn, sources);
    const dataset = { version, publishedAt, lists, withdrawnIds: [...this.#withdrawnIds] };
    return packed(dataset, {
      ...entities.columns(names.length),
      ...names.columns(),
      ...vocabulary.columns(),
    });
  }

  *#living(): Generator<Buffer> {
    for (const row of this.#latest.rows()) yield this.#bytes(row);
  }

  /** The JSON of an entity. */
  #bytes(row: number): Buffer {
    const all = this.#json.view();
    const start = this.#starts[row]!;
    return Buffer.from(all.buffer, all.byteOffset + start, (this.#starts[row + 1] ?? all.length) - start);
  }
}

function rowsOf(living: Iterable<Buffer>) {
  const vocabulary = new Vocabulary();
  const entities = new EntityRows();
  const names = new NameRows(vocabulary);
  for (const bytes of living) {
    const entity = JSON.parse(bytes.toString()) as Listed;
    const row = entities.length;
    entities.add(entity, bytes, names.length);
    for (const [flags, partsOf] of readingsOf(entity))
      for (const name of entity.names) {
        const dates = (name.birthDates ?? []).flatMap((date) => entities.fileDate(date, row));
        names.add(row, name, { parts: partsOf(name.text), dates, flags, isPerson: partsOf === nameParts });
      }
  }
  return { entities, names, vocabulary };
}

/** How the names of an entity are divided into parts: those of unknown kind in both ways. */
function readingsOf({ kind }: Listed): (readonly [nameFlags: number, (name: string) => NamePart[]])[] {
  if (kind === 'person') return ofPeople;
  if (kind === 'vessel') return ofVessels;
  return kind === 'unknown' ? [...ofPeople, ...ofUnknown] : ofOrganisations;
}

const ofPeople = [[0, nameParts] as const];
const ofOrganisations = [[0, organisationParts] as const];
const ofUnknown = [[nameFlag.organisation, organisationParts] as const];
const ofVessels = [[0, (name: string) => organisationParts(vesselIn(name).name ?? name)] as const];

/** The entities of an index during the build. */
class EntityRows {
  /** Counts per combination of lists. The key is the list codes joined by newlines. */
  readonly lists = new Map<string, ListCount>();
  readonly #jsonStart = new GrowableArray(Uint32Array);
  readonly #json = new GrowableArray(Uint8Array, 1 << 16);
  readonly #hash = new GrowableArray(Uint32Array);
  readonly #flags = new GrowableArray(Uint8Array);
  readonly #nameStart = new GrowableArray(Uint32Array);
  readonly #dateStart = new GrowableArray(Uint32Array);
  readonly #dates = new GrowableArray(Int32Array);
  readonly #countryStart = new GrowableArray(Uint32Array);
  readonly #countries = new GrowableArray(Uint16Array);
  readonly #dateKeys = new KeyRows();
  readonly #identifierKeys = new KeyRows();
  readonly #heldIdentifiers = new Uint8Array(identifierTypes.length);

  get length(): number {
    return this.#flags.length;
  }

  /** @param nameStart row of its first name */
  add(entity: Listed, bytes: Buffer, nameStart: number): void {
    const row = this.length;
    this.#jsonStart.push(this.#json.length);
    this.#json.pushAll(bytes);
    const digest = hash('sha256', bytes, 'buffer');
    this.#hash.pushAll([digest.readUInt32BE(0), digest.readUInt32BE(4)]);
    const flags = entity.topics.map(flagOf).reduce((all, flag) => all | flag, kindFlags[entity.kind]);
    this.#flags.push(flags);
    this.#nameStart.push(nameStart);
    this.#dateStart.push(this.#dates.length);
    for (const text of entity.birthDates) this.#dates.pushAll(this.fileDate(text, row));
    this.#countryStart.push(this.#countries.length);
    for (const code of entity.countries.flatMap(successors)) this.#countries.push(countryNumber(code));
    for (const { type, number } of entity.identifiers ?? []) {
      this.#heldIdentifiers[identifierTypes.indexOf(type)]! |= flags;
      for (const form of searchedForms({ type, number }))
        this.#identifierKeys.add(keyOf(form, keySeed.identifier), row);
    }
    countByLists(this.lists, entity, row);
  }

  /** Indexes an entity by a date of birth. Returns the date as stored in the column; empty for an invalid date. */
  fileDate(text: string, row: number): number[] {
    const range = dateRange(text);
    if (!range) return [];
    if (range.from === range.to) this.#dateKeys.add(keyOf(String(range.from), keySeed.date), row);
    const sign = range.circa ? -1 : 1;
    return [sign * range.from, sign * range.to];
  }

  /** @param names the number of all names */
  columns(names: number) {
    this.#jsonStart.push(this.#json.length);
    this.#nameStart.push(names);
    this.#dateStart.push(this.#dates.length);
    this.#countryStart.push(this.#countries.length);
    const dates = this.#dateKeys.table();
    const identifiers = this.#identifierKeys.table();
    return {
      entityJsonStart: this.#jsonStart.view(),
      entityJson: this.#json.view(),
      entityHash: this.#hash.view(),
      entityFlags: this.#flags.view(),
      entityNameStart: this.#nameStart.view(),
      entityDateStart: this.#dateStart.view(),
      dates: this.#dates.view(),
      entityCountryStart: this.#countryStart.view(),
      countries: this.#countries.view(),
      dateKeyHeads: dates.heads,
      dateKeys: dates.keys,
      dateKeyValues: dates.values,
      identifierKeyHeads: identifiers.heads,
      identifierKeys: identifiers.keys,
      identifierKeyValues: identifiers.values,
      heldIdentifiers: this.#heldIdentifiers,
    } satisfies Partial<Columns>;
  }
}

const kindFlags: Record<Listed['kind'], number> = {
  person: entityFlag.person,
  organisation: 0,
  vessel: entityFlag.thing,
  aircraft: entityFlag.thing,
  unknown: entityFlag.unknown,
};

function flagOf(topic: string): number {
  const kind = listKind(topic);
  return kind ? entityFlag[kind] : 0;
}

/** The names of an index during the build. */
class NameRows {
  readonly #vocabulary: Vocabulary;
  readonly #entity = new GrowableArray(Uint32Array);
  readonly #flags = new GrowableArray(Uint8Array);
  readonly #tokenStart = new GrowableArray(Uint32Array);
  readonly #tokens = new GrowableArray(Uint32Array);
  readonly #keys = new KeyRows();
  readonly #dated = new GrowableArray(Uint32Array);
  readonly #datedStart = new GrowableArray(Uint32Array);
  readonly #dates = new GrowableArray(Int32Array);

  constructor(vocabulary: Vocabulary) {
    this.#vocabulary = vocabulary;
  }

  get length(): number {
    return this.#entity.length;
  }

  /**
   * @param of.parts the name parts from `nameParts` or `organisationParts`
   * @param of.dates pairs of from and to, for dates of birth that belong to this name alone
   * @param of.flags further flags
   */
  add(
    entity: number,
    { text, quality }: ListedName,
    {
      parts,
      dates,
      flags,
      isPerson,
    }: { parts: NamePart[]; dates: number[]; flags: number; isPerson: boolean },
  ): void {
    const row = this.length;
    this.#entity.push(entity);
    const weak = quality === 'weak' ? nameFlag.weak : 0;
    this.#flags.push(flags | weak | (dates.length > 0 ? nameFlag.dated : 0));
    this.#tokenStart.push(this.#tokens.length);
    const ids = parts.map((part) => this.#vocabulary.idOf(part));
    this.#tokens.pushAll(ids);
    if (dates.length > 0) {
      this.#dated.push(row);
      this.#datedStart.push(this.#dates.length);
      this.#dates.pushAll(dates);
    }
    const consonants = ids.filter((_, i) => !parts[i]!.minor).map((id) => this.#vocabulary.consonantsOf(id));
    for (const key of keysOf(parts, consonants)) this.#keys.add(key, row);
    if (isPerson) return;
    for (const acronym of acronymsOf(parts, text)) this.#keys.add(keyOf(acronym, keySeed.acronym), row);
    for (const cut of cutForms(text)) this.#keys.add(keyOf(cut, keySeed.cutName), row);
  }

  columns() {
    this.#tokenStart.push(this.#tokens.length);
    this.#datedStart.push(this.#dates.length);
    const keys = this.#keys.table();
    const tokenStart = this.#tokenStart.view();
    const tokens = this.#tokens.view();
    return {
      nameEntity: this.#entity.view(),
      nameFlags: this.#flags.view(),
      nameTokenStart: tokenStart,
      nameTokens: tokens,
      datedNames: this.#dated.view(),
      datedNameStart: this.#datedStart.view(),
      nameDates: this.#dates.view(),
      nameKeyHeads: keys.heads,
      nameKeys: keys.keys,
      nameKeyValues: keys.values,
      ...inverted(tokenStart, tokens, this.#vocabulary.size),
    } satisfies Partial<Columns>;
  }
}

/** @param consonants the consonant keys of the parts that are not minor */
function keysOf(parts: NamePart[], consonants: string[]): Set<number> {
  const keys = new Set<number>();
  const major = parts.filter((part) => !part.minor);
  if (major.length > 0) keys.add(keyOf(major.map((part) => part.text).join(' '), keySeed.exactName));
  if (parts.length < 2) return keys;
  for (const code of wholeNameCodes(parts)) keys.add(keyOf(code, keySeed.wholeName));
  for (let i = 1; i < consonants.length; i++) {
    const pair = joinedConsonantKey([consonants[i - 1]!, consonants[i]!]);
    if (pair.length >= 3) keys.add(keyOf(pair, keySeed.pair));
  }
  return keys;
}

/** Inverts the tokens of each name into the names of each token. */
function inverted(nameTokenStart: Uint32Array, nameTokens: Uint32Array, tokens: number) {
  const postingStart = new Uint32Array(tokens + 1);
  for (const token of nameTokens) postingStart[token + 1]! += 1;
  for (let i = 1; i <= tokens; i++) postingStart[i]! += postingStart[i - 1]!;
  const next = postingStart.slice();
  const postings = new Uint32Array(nameTokens.length);
  for (let name = 0; name + 1 < nameTokenStart.length; name++)
    for (let i = nameTokenStart[name]!; i < nameTokenStart[name + 1]!; i++) {
      const token = nameTokens[i]!;
      postings[next[token]!] = name;
      next[token]! += 1;
    }
  return { tokenNameStart: postingStart, tokenNames: postings };
}

/**
 * The lists of a dataset with their totals, first and last entities.
 * @param counts per combination of lists; the key is the list codes joined by newlines
 * @param withdrawn counts of entries withdrawn by deltas, with the same keys
 */
function countedLists(
  counts: ReadonlyMap<string, ListCount>,
  withdrawn: ReadonlyMap<string, ListCount>,
  sources: NonNullable<DatasetSummary['sources']>,
): DatasetList[] {
  const lists = new Map<string, DatasetList>();
  const nameOf = (code: string) => sources.get(code)?.name ?? code;
  for (const source of sources.values()) {
    const totals = { ...noTotals, vessels: source.leftOut };
    lists.set(source.name, { ...source, entities: 0, totals, withdrawn: noTotals, ends: [] });
  }
  for (const [name, count] of countsByName(counts, nameOf)) {
    const list = lists.get(name) ?? unknown(name);
    const totals = addedTotals(list.totals, count.totals);
    lists.set(name, { ...list, entities: totals.entities, totals, ends: endsOf(count, list) });
  }
  for (const [name, count] of countsByName(withdrawn, nameOf)) {
    const list = lists.get(name);
    if (list) lists.set(name, { ...list, withdrawn: count.totals });
  }
  return [...lists.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
}

function countsByName(
  counts: ReadonlyMap<string, ListCount>,
  nameOf: (code: string) => string,
): Map<string, ListCount> {
  const byName = new Map<string, ListCount>();
  for (const [codes, count] of counts)
    for (const name of new Set(codes.split('\n').map(nameOf))) {
      const before = byName.get(name);
      byName.set(name, before ? addedCounts(before, count) : count);
    }
  return byName;
}

function unknown(name: string): DatasetList {
  return {
    name,
    version: 'undated',
    publishedAt: null,
    fetchedAt: null,
    entities: 0,
    rejectedRows: 0,
    leftOut: 0,
    totals: noTotals,
    withdrawn: noTotals,
    isGrouped: false,
    ends: [],
    files: [],
    directories: [],
    paths: [],
    unknownParts: [],
  };
}
