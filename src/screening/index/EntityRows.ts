import { hash } from 'node:crypto';
import { countryNumber } from '../compare/countryNumber.ts';
import { dateRange } from '../compare/dateRange.ts';
import { identifierKey } from '../compare/identifierKey.ts';
import type { Listed } from '../lists/listed.ts';
import { listKind } from '../lists/listKind.ts';
import { successors } from '../lists/successors.ts';
import { type Columns, entityFlag } from './columns.ts';
import { GrowableArray } from './GrowableArray.ts';
import { KeyRows } from './KeyRows.ts';
import { keySeed } from './keySeed.ts';
import { keyOf } from './keyTable.ts';

/** The entities of an index while it is built. */
export class EntityRows {
  /** Entities per set of lists that name them, their codes in lines. */
  readonly lists = new Map<string, number>();
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
    const person = entity.kind === 'person' ? entityFlag.person : 0;
    this.#flags.push(entity.topics.map(flagOf).reduce((flags, flag) => flags | flag, person));
    this.#nameStart.push(nameStart);
    this.#dateStart.push(this.#dates.length);
    for (const text of entity.birthDates) this.#dates.pushAll(this.fileDate(text, row));
    this.#countryStart.push(this.#countries.length);
    for (const code of entity.countries.flatMap(successors)) this.#countries.push(countryNumber(code));
    for (const { number } of entity.identifiers ?? []) {
      const key = identifierKey(number);
      if (key) this.#identifierKeys.add(keyOf(key, keySeed.identifier), row);
    }
    const lists = entity.lists.join('\n');
    this.lists.set(lists, (this.lists.get(lists) ?? 0) + 1);
  }

  /** Lets an entity be found by a date of birth; gives the date as a column has it, nothing for what is no date. */
  fileDate(text: string, row: number): number[] {
    const range = dateRange(text);
    if (!range) return [];
    if (range.from === range.to) this.#dateKeys.add(keyOf(String(range.from), keySeed.date), row);
    const sign = range.circa ? -1 : 1;
    return [sign * range.from, sign * range.to];
  }

  /** @param names how many there are in all */
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
    } satisfies Partial<Columns>;
  }
}

function flagOf(topic: string): number {
  const kind = listKind(topic);
  return kind ? entityFlag[kind] : 0;
}
