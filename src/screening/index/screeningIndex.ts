import type { NameColumns } from '../compare/alignment.ts';
import { isVowelless } from '../compare/tokenRow.ts';
import type { ControlTotals, ListEnd } from '../lists/controlTotals.ts';
import type { Entity } from '../lists/entity.ts';
import { type IdentifierType, identifierTypes } from '../lists/identifier.ts';
import type { Listed, ListKind } from '../lists/listed.ts';
import { shownEntity } from '../lists/shownEntity.ts';

/** Identifies the lists that a screening used: the stamp on every screening. */
export interface Dataset {
  /** Day of the newest publication and hash of the contents. The same files always give the same version. */
  version: string;
  /**
   * The oldest date of publication among the lists that state one, so that a fresh list does not hide a stale one; RFC
   * 3339.
   */
  publishedAt: string | null;
  lists: DatasetList[];
  /** Ids of the entities that were withdrawn by deltas. */
  withdrawnIds: string[];
}

export interface DatasetList {
  /** Code of the list, such as `ofac_sdn`. A collection of very many lists has one code for the whole collection. */
  name: string;
  /** Date of publication that the list itself states, RFC 3339; `null` if it states none. */
  publishedAt: string | null;
  /** Time at which its files were last confirmed to be the publisher's current version. */
  fetchedAt: string | null;
  entities: number;
  /** Number of damaged rows in its files, which were skipped. */
  rejectedRows: number;
  /** Day of publication and hash of the files. A consent names this version. */
  version: string;
  /** Number of vessels and other things in its files that are not loaded. */
  leftOut: number;
  totals: ControlTotals;
  /** Totals of its entries that were withdrawn by deltas. */
  withdrawn: ControlTotals;
  /** Whether an entity may consist of several rows of its files. */
  isGrouped: boolean;
  /** Its first and its last entity. */
  ends: ListEnd[];
  /** SHA-256 of its files, and the searched directories that contain them. */
  files: string[];
  directories: string[];
  /** The paths of its main files. */
  paths: string[];
  /** Relations, indicators and columns that no reader knows, with their number: `the schema Deed (12)`. */
  unknownParts: string[];
}

/**
 * Lists prepared for `screen`: flat columns in one shared buffer. A worker thread gets the buffer without a copy, and a
 * file holds it in the same layout. Immutable: a new list makes a new index.
 */
export interface ScreeningIndex {
  readonly dataset: Dataset;
  readonly layout: ColumnLayout[];
  readonly buffer: SharedArrayBuffer;
  readonly columns: Columns;
}

export interface ColumnLayout {
  name: keyof Columns;
  type: keyof typeof arrays;
  offset: number;
  length: number;
}

type SharedArrayConstructor = new (buffer: SharedArrayBuffer, offset: number, length: number) => unknown;

const arrays = { Uint8Array, Uint16Array, Uint32Array, Int32Array } as const;

/** Copies columns into one shared buffer. */
export function packed(dataset: Dataset, columns: Columns): ScreeningIndex {
  const layout: ColumnLayout[] = [];
  let offset = 0;
  for (const [name, column] of Object.entries(columns)) {
    const type = column.constructor.name as ColumnLayout['type'];
    layout.push({ name: name as keyof Columns, type, offset, length: column.length });
    offset += Math.ceil(column.byteLength / 8) * 8;
  }
  const buffer = new SharedArrayBuffer(offset);
  const index = opened(dataset, layout, buffer);
  for (const { name } of layout) index.columns[name].set(columns[name]);
  return index;
}

/** Creates an index on a buffer that is already laid out. */
export function opened(dataset: Dataset, layout: ColumnLayout[], buffer: SharedArrayBuffer): ScreeningIndex {
  const columns = Object.fromEntries(
    layout.map(({ name, type, offset, length }) => [
      name,
      new (arrays[type] as SharedArrayConstructor)(buffer, offset, length),
    ]),
  );
  return { dataset, layout, buffer, columns: columns as unknown as Columns };
}

/** The properties of a list that are known before its entities are counted. */
export type ListSource = Omit<DatasetList, 'entities' | 'totals' | 'withdrawn' | 'ends'>;

/** The properties of a dataset that are known before its entities are counted. */
export interface DatasetSummary extends Omit<Dataset, 'lists' | 'withdrawnIds'> {
  /** The lists by the codes in the entities. Several codes may belong to one list with one name. */
  sources?: ReadonlyMap<string, ListSource>;
}

/** The entity of a row, as its list reader returned it. */
export function entityAt(index: ScreeningIndex, row: number): Listed {
  const { entityJsonStart } = index.columns;
  return JSON.parse(jsonOf(index).toString('utf8', entityJsonStart[row], entityJsonStart[row + 1])) as Listed;
}

/** The JSON of all entities. The view is cached, because many rows are read. */
function jsonOf(index: ScreeningIndex): Buffer {
  const cached = buffers.get(index);
  if (cached) return cached;
  const { buffer, byteOffset, length } = index.columns.entityJson;
  const created = Buffer.from(buffer, byteOffset, length);
  buffers.set(index, created);
  return created;
}

const buffers = new WeakMap<ScreeningIndex, Buffer>();

/** The dates of birth that belong to one listed name, in the form that `birthDate` reads; null if it has none. */
export function datesOfName(
  { nameFlags, datedNames, datedNameStart, nameDates }: Columns,
  name: number,
): { dates: Int32Array; start: number; end: number } | null {
  if (!(nameFlags[name]! & nameFlag.dated)) return null;
  let [low, high] = [0, datedNames.length - 1];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (datedNames[middle]! < name) low = middle + 1;
    else high = middle;
  }
  return { dates: nameDates, start: datedNameStart[low]!, end: datedNameStart[low + 1]! };
}

/** The flat columns of an index. The values of row i in `x` are those from `xStart[i]` to `xStart[i + 1]`. */
export interface Columns extends NameColumns {
  /** Entities: their content as JSON, SHA-256 cut to 64 bits, flags (see `entityFlag`). */
  entityJsonStart: Uint32Array;
  entityJson: Uint8Array;
  entityHash: Uint32Array;
  entityFlags: Uint8Array;
  entityNameStart: Uint32Array;
  entityDateStart: Uint32Array;
  /** Pairs of from and to; negative numbers if the date is approximate. */
  dates: Int32Array;
  entityCountryStart: Uint32Array;
  countries: Uint16Array;
  /** Names, grouped by entity. */
  nameEntity: Uint32Array;
  nameFlags: Uint8Array;
  /** Names with dates of birth of their own, in order, and these dates as pairs of from and to. */
  datedNames: Uint32Array;
  datedNameStart: Uint32Array;
  nameDates: Int32Array;
  /** The number of counted entries in which a token occurs (see `countedParts`), and the names in which it occurs. */
  tokenFrequency: Uint32Array;
  tokenNameStart: Uint32Array;
  tokenNames: Uint32Array;
  /** Key tables: tokens by spelling keys, names by joined parts, entities by full date of birth and by number. */
  tokenKeyHeads: Uint32Array;
  tokenKeys: Uint32Array;
  tokenKeyValues: Uint32Array;
  nameKeyHeads: Uint32Array;
  nameKeys: Uint32Array;
  nameKeyValues: Uint32Array;
  dateKeyHeads: Uint32Array;
  dateKeys: Uint32Array;
  dateKeyValues: Uint32Array;
  identifierKeyHeads: Uint32Array;
  identifierKeys: Uint32Array;
  identifierKeyValues: Uint32Array;
  /** Per type of number, in the order of `identifierTypes`: the flags of the entities that have such a number. */
  heldIdentifiers: Uint8Array;
}

/**
 * The kind of entity (`thing`: a vessel or an aircraft; `unknown`: the list does not state it), and the kinds of lists
 * that name it. An entity without a kind of list never alerts.
 */
export const entityFlag = {
  person: 1,
  sanctions: 2,
  pep: 4,
  other: 8,
  thing: 16,
  unknown: 32,
  counter: 64,
} as const;

/**
 * `weak`: an alias that the list calls weak. `dated`: a name with dates of birth of its own. `organisation`: the parts of
 * a name of unknown kind as those of an organisation; another row has them as those of a person.
 */
export const nameFlag = { weak: 1, dated: 2, organisation: 4 } as const;

/**
 * The types of numbers that an index contains. A query with a number of another type must not be reported as clear.
 * @param kindFlags `entityFlag`s of the kinds of lists
 */
export function heldIdentifiers(
  { columns, dataset }: ScreeningIndex,
  kindFlags: number,
): ReadonlySet<IdentifierType> {
  const isComplete = dataset.lists.every(({ leftOut }) => leftOut === 0);
  const hasVessels = (type: IdentifierType) =>
    isComplete && (columns.heldIdentifiers[identifierTypes.indexOf(type)]! & entityFlag.thing) !== 0;
  const held = identifierTypes.filter((_, i) => ((columns.heldIdentifiers[i] ?? 0) & kindFlags) !== 0);
  return new Set(held.filter((type) => !ofVessels.has(type) || hasVessels(type)));
}

/**
 * Numbers of vessels. Organisations have some of these too, so lists without vessels, or with vessels that were left out,
 * do not contain them.
 */
const ofVessels: ReadonlySet<IdentifierType> = new Set(['imo', 'mmsi']);

/**
 * The number of entities all of whose names lack vowels, as in Arabic or Hebrew script. A name in Latin letters is
 * compared with their consonants.
 */
export function namedWithoutVowels(index: ScreeningIndex): number {
  const cached = withoutVowels.get(index);
  if (cached !== undefined) return cached;
  const { entityNameStart, nameTokenStart, nameTokens, tokenRows } = index.columns;
  const lacksVowels = (name: number) =>
    nameTokenStart[name] !== nameTokenStart[name + 1] &&
    isVowelless(tokenRows, nameTokens[nameTokenStart[name]!]!);
  let count = 0;
  for (let entity = 0; entity + 1 < entityNameStart.length; entity++) {
    const [start, end] = [entityNameStart[entity]!, entityNameStart[entity + 1]!];
    let name = start;
    while (name < end && lacksVowels(name)) name += 1;
    if (start < end && name === end) count += 1;
  }
  withoutVowels.set(index, count);
  return count;
}

const withoutVowels = new WeakMap<ScreeningIndex, number>();

/** The kinds of lists that an index contains. A screening against another kind must not be reported as clear. */
export function listedTopics(index: ScreeningIndex): ReadonlySet<ListKind> {
  const cached = cache.get(index);
  if (cached) return cached;
  const flags = index.columns.entityFlags.reduce((all, one) => all | one, 0);
  const topics = new Set(
    (['sanctions', 'pep', 'other', 'counter'] as const).filter((topic) => flags & entityFlag[topic]),
  );
  cache.set(index, topics);
  return topics;
}

const cache = new WeakMap<ScreeningIndex, ReadonlySet<ListKind>>();

/**
 * The list entry of an entity by its id; `null` if there is none. Reads every entity, some milliseconds per million.
 */
export function findEntity(index: ScreeningIndex, id: string): Entity | null {
  const listed = findListed(index, id);
  return listed && shownEntity(listed);
}

/** Like `findEntity`, in the form that the list reader returned. */
export function findListed({ columns }: ScreeningIndex, id: string): Listed | null {
  const { entityJson, entityJsonStart } = columns;
  const json = Buffer.from(entityJson.buffer, entityJson.byteOffset, entityJson.length);
  // The id is the first key of an entity.
  const head = Buffer.from(`{"id":${JSON.stringify(id)},`);
  for (let row = 0; row < columns.entityFlags.length; row++) {
    const [start, end] = [entityJsonStart[row]!, entityJsonStart[row + 1]!];
    if (head.compare(json, start, start + head.length) !== 0) continue;
    return JSON.parse(json.toString('utf8', start, end)) as Listed;
  }
  return null;
}
