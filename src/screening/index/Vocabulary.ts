import { tokenFlag } from '../compare/alignment.ts';
import { informationContent } from '../compare/informationContent.ts';
import type { NamePart } from '../names/namePart.ts';
import { letterMask } from '../names/PhoneticForm.ts';
import { partFrequency } from '../names/partFrequency.ts';
import { consonantKey, letterCodes, phoneticCode } from '../names/phoneticCode.ts';
import { type KeyTable, keyTable, partKey, tokenKeys } from './keyTable.ts';
import type { Columns } from './screeningIndex.ts';

/** The distinct name parts of an index during the build. */
export class Vocabulary {
  readonly #ids = new Map<string, number>();
  readonly #textStart = new GrowableArray(Uint32Array);
  readonly #text = new GrowableArray(Uint8Array);
  readonly #codeStart = new GrowableArray(Uint32Array);
  readonly #code = new GrowableArray(Uint8Array);
  readonly #letters = new GrowableArray(Uint32Array);
  readonly #flags = new GrowableArray(Uint8Array);
  readonly #frequency = new GrowableArray(Uint32Array);
  readonly #common = new GrowableArray(Uint32Array);
  readonly #lastEntity = new GrowableArray(Uint32Array);
  readonly #keys = new KeyRows();
  readonly #consonants: string[] = [];
  #entity = 0;

  get size(): number {
    return this.#flags.length;
  }

  /** Starts the next entity: a part counts once per entity. */
  nextEntity(): void {
    this.#entity += 1;
  }

  idOf(part: NamePart): number {
    const key = partKey({ ...part, syllable: part.syllable && 'latin' });
    let id = this.#ids.get(key);
    if (id === undefined) {
      id = this.#add(part);
      this.#ids.set(key, id);
    }
    if (this.#lastEntity.get(id) !== this.#entity) {
      this.#lastEntity.set(id, this.#entity);
      this.#frequency.set(id, this.#frequency.get(id) + 1);
    }
    return id;
  }

  /** The consonant key of a part, by its id. */
  consonantsOf(id: number): string {
    return this.#consonants[id]!;
  }

  /** @param entities the number of all entities, for the information content of a part */
  columns(entities: number) {
    this.#textStart.push(this.#text.length);
    this.#codeStart.push(this.#code.length);
    const keys = this.#keys.table();
    return {
      tokenTextStart: this.#textStart.view(),
      tokenText: this.#text.view(),
      tokenCodeStart: this.#codeStart.view(),
      tokenCode: this.#code.view(),
      tokenLetters: this.#letters.view(),
      tokenFlags: this.#flags.view(),
      tokenFrequency: this.#frequency.view(),
      tokenBits: Uint8Array.from(this.#common.view(), (common, id) =>
        Math.round(10 * informationContent(this.#frequency.get(id), common, entities)),
      ),
      tokenKeyHeads: keys.heads,
      tokenKeys: keys.keys,
      tokenKeyValues: keys.values,
    } satisfies Partial<Columns>;
  }

  #add(part: NamePart): number {
    const { text, vowelless } = part;
    const id = this.#flags.length;
    const code = phoneticCode(part);
    const consonants = consonantKey(code);
    this.#consonants.push(consonants);
    this.#textStart.push(this.#text.length);
    this.#text.pushAll(Buffer.from(text, 'latin1'));
    this.#codeStart.push(this.#code.length);
    const codes = letterCodes(code);
    this.#code.pushAll(codes);
    this.#letters.push(letterMask(codes));
    this.#flags.push((vowelless ? tokenFlag.vowelless : 0) | (part.minor ? tokenFlag.minor : 0));
    this.#frequency.push(0);
    this.#common.push(partFrequency(part));
    this.#lastEntity.push(0);
    for (const key of tokenKeys(text, code, consonants)) this.#keys.add(key, id);
    return id;
  }
}

type Numbers = Uint8Array | Uint16Array | Uint32Array | Int32Array;

/** A typed array that grows as it is pushed to. */
export class GrowableArray<T extends Numbers> {
  length = 0;
  #data: T;
  readonly #make: new (
    length: number,
  ) => T;

  constructor(make: new (length: number) => T, capacity = 1024) {
    this.#make = make;
    this.#data = new make(capacity);
  }

  push(value: number): void {
    if (this.length === this.#data.length) this.#grow(this.length + 1);
    this.#data[this.length++] = value;
  }

  pushAll(values: ArrayLike<number>): void {
    if (this.length + values.length > this.#data.length) this.#grow(this.length + values.length);
    this.#data.set(values, this.length);
    this.length += values.length;
  }

  get(at: number): number {
    return this.#data[at]!;
  }

  set(at: number, value: number): void {
    this.#data[at] = value;
  }

  /** The values pushed so far. Values pushed later may or may not be visible in it. */
  view(): T {
    return this.#data.subarray(0, this.length) as T;
  }

  #grow(minLength: number): void {
    const next = new this.#make(Math.max(minLength, Math.ceil(this.#data.length * 1.6)));
    next.set(this.#data);
    this.#data = next;
  }
}

/** Pairs of key and value, collected during the build of an index. */
export class KeyRows {
  readonly #keys = new GrowableArray(Uint32Array);
  readonly #values = new GrowableArray(Uint32Array);

  add(key: number, value: number): void {
    this.#keys.push(key);
    this.#values.push(value);
  }

  table(): KeyTable {
    return keyTable(this.#keys.view(), this.#values.view());
  }
}
