import { type NameColumns, tokenFlag } from '../compare/alignment.ts';
import type { ControlTotals, ListEnd } from '../lists/controlTotals.ts';
import type { Entity } from '../lists/entity.ts';
import { type IdentifierType, identifierTypes } from '../lists/identifier.ts';
import type { Listed, ListKind } from '../lists/listed.ts';
import { shownEntity } from '../lists/shownEntity.ts';

/** Which lists decided: the stamp on every screening. */
export interface Dataset {
  /** Day of the newest publication and hash of the contents: the same files always give the same version. */
  version: string;
  /** When the oldest of the lists that say so was published, so that no fresh one hides it; RFC 3339. */
  publishedAt: string | null;
  lists: DatasetList[];
  /** Ids of the entities that deltas withdrew. */
  withdrawnIds: string[];
}

export interface DatasetList {
  /** Its code, such as `ofac_sdn`; of a collection of very many lists that of the collection. */
  name: string;
  /** When the list itself says that it was published, RFC 3339; `null` if it doesn't. */
  publishedAt: string | null;
  /** When its files were last known to be what their publisher offers. */
  fetchedAt: string | null;
  entities: number;
  /** Damaged rows of its files, which were left out. */
  rejectedRows: number;
  /** Day of publication and hash of the files; a consent names this version. */
  version: string;
  /** Vessels and other things of its files that are not loaded. */
  leftOut: number;
  totals: ControlTotals;
  /** What deltas took back of it. */
  withdrawn: ControlTotals;
  /** Whether several rows of its files make one entity. */
  isGrouped: boolean;
  /** Its first and its last entity. */
  ends: ListEnd[];
  /** SHA-256 of its files, and which of the directories that were searched they are in. */
  files: string[];
  directories: string[];
  /** Of its main files. */
  paths: string[];
}

/**
 * Lists made ready for `screen`: flat columns in one shared buffer, so that a worker thread gets it
 * without a copy and a file holds it as it is. Immutable: a new list makes a new index.
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

/** An index over a buffer that is laid out already. */
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
  /** The lists by the codes that entities name them with: several codes may be one list, of one name. */
  sources?: ReadonlyMap<string, ListSource>;
}

/** The entity of a row, as its list reader gave it. */
export function entityAt(index: ScreeningIndex, row: number): Listed {
  const { entityJsonStart } = index.columns;
  return JSON.parse(jsonOf(index).toString('utf8', entityJsonStart[row], entityJsonStart[row + 1])) as Listed;
}

/** The JSON of all entities: kept, as many rows are read. */
function jsonOf(index: ScreeningIndex): Buffer {
  const cached = buffers.get(index);
  if (cached) return cached;
  const { buffer, byteOffset, length } = index.columns.entityJson;
  const created = Buffer.from(buffer, byteOffset, length);
  buffers.set(index, created);
  return created;
}

const buffers = new WeakMap<ScreeningIndex, Buffer>();

/** The dates of birth that belong to one listed name, as `birthDate` reads them; null if it has none. */
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

/** The flat columns of an index; `xStart[i]` to `xStart[i + 1]` delimits what belongs to row i in `x`. */
export interface Columns extends NameColumns {
  /** Entities: their content as JSON, SHA-256 cut to 64 bits, flags (see `entityFlag`). */
  entityJsonStart: Uint32Array;
  entityJson: Uint8Array;
  entityHash: Uint32Array;
  entityFlags: Uint8Array;
  entityNameStart: Uint32Array;
  entityDateStart: Uint32Array;
  /** Pairs from, to; negative numbers where the date is approximate. */
  dates: Int32Array;
  entityCountryStart: Uint32Array;
  countries: Uint16Array;
  /** Names, grouped by entity. */
  nameEntity: Uint32Array;
  nameFlags: Uint8Array;
  /** Names with dates of birth of their own, in order, and those as pairs from, to. */
  datedNames: Uint32Array;
  datedNameStart: Uint32Array;
  nameDates: Int32Array;
  /** In how many entities a token occurs, and in which names. */
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
  /** Per kind of number, in the order of `identifierTypes`: the flags of the entities that have one. */
  heldIdentifiers: Uint8Array;
}

/** What kind of entity it is (`thing`: a vessel or an aircraft), and which kinds of lists name it; without one of those it never alerts. */
export const entityFlag = { person: 1, sanctions: 2, pep: 4, other: 8, thing: 16 } as const;

/** `weak`: an alias that the list calls weak. `dated`: a name with dates of birth of its own. */
export const nameFlag = { weak: 1, dated: 2 } as const;

/**
 * The kinds of numbers that an index contains: a number of another kind cannot be clear.
 * @param kindFlags `entityFlag`s of the kinds of lists
 */
export function heldIdentifiers({ columns }: ScreeningIndex, kindFlags: number): ReadonlySet<IdentifierType> {
  return new Set(identifierTypes.filter((_, i) => ((columns.heldIdentifiers[i] ?? 0) & kindFlags) !== 0));
}

/**
 * How many entities have no name with vowels: all are in Arabic, Hebrew and the like. A name in Latin letters is compared with their
 * consonants.
 */
export function namedWithoutVowels(index: ScreeningIndex): number {
  const cached = withoutVowels.get(index);
  if (cached !== undefined) return cached;
  const { entityNameStart, nameTokenStart, nameTokens, tokenFlags } = index.columns;
  const isVowelless = (name: number) =>
    nameTokenStart[name] !== nameTokenStart[name + 1] &&
    (tokenFlags[nameTokens[nameTokenStart[name]!]!]! & tokenFlag.vowelless) !== 0;
  let count = 0;
  for (let entity = 0; entity + 1 < entityNameStart.length; entity++) {
    const [start, end] = [entityNameStart[entity]!, entityNameStart[entity + 1]!];
    let name = start;
    while (name < end && isVowelless(name)) name += 1;
    if (start < end && name === end) count += 1;
  }
  withoutVowels.set(index, count);
  return count;
}

const withoutVowels = new WeakMap<ScreeningIndex, number>();

/** The kinds of lists that an index contains: the result cannot be clear for another kind. */
export function listedTopics(index: ScreeningIndex): ReadonlySet<ListKind> {
  const cached = cache.get(index);
  if (cached) return cached;
  const flags = index.columns.entityFlags.reduce((all, one) => all | one, 0);
  const topics = new Set(
    (['sanctions', 'pep', 'other'] as const).filter((topic) => flags & entityFlag[topic]),
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

/** The same, as its list reader gave it. */
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
