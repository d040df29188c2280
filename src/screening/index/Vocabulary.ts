import { informationContent } from '../compare/informationContent.ts';
import { type TokenRows, tokenFlag, tokenRowsOf } from '../compare/tokenRow.ts';
import { type CountedPart, countedParts } from '../names/countedParts.ts';
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
  readonly #keys = new KeyRows();
  readonly #consonants: string[] = [];

  /**
   * Begins with the parts that were counted beforehand, whether a list has them or not: how rare a part is must not depend on
   * the lists.
   */
  constructor() {
    for (const [key, token] of countedTokens()) this.#ids.set(key, this.#add(token));
  }

  get size(): number {
    return this.#flags.length;
  }

  idOf(part: NamePart): number {
    const key = tokenKeyOf(part);
    let id = this.#ids.get(key);
    if (id === undefined) {
      id = this.#add(tokenOf({ part, carriers: 0 }));
      this.#ids.set(key, id);
    }
    return id;
  }

  /** The consonant key of a part, by its id. */
  consonantsOf(id: number): string {
    return this.#consonants[id]!;
  }

  columns() {
    const keys = this.#keys.table();
    return {
      tokenRows: this.#rows(),
      tokenText: this.#text.view(),
      tokenCode: this.#code.view(),
      tokenFrequency: this.#frequency.view(),
      tokenKeyHeads: keys.heads,
      tokenKeys: keys.keys,
      tokenKeyValues: keys.values,
    } satisfies Partial<Columns>;
  }

  #rows(): TokenRows {
    const rowOf = (id: number) => ({
      codeStart: this.#codeStart.get(id),
      codeLength:
        (id + 1 < this.size ? this.#codeStart.get(id + 1) : this.#code.length) - this.#codeStart.get(id),
      letters: this.#letters.get(id),
      flags: this.#flags.get(id),
      tenths: Math.round(10 * informationContent(this.#frequency.get(id), this.#common.get(id))),
      textStart: this.#textStart.get(id),
    });
    return tokenRowsOf(this.size, rowOf, this.#text.length);
  }

  #add({ part, carriers, codes, consonants, perMillion, keys }: Token): number {
    const { text, vowelless, minor } = part;
    const id = this.#flags.length;
    this.#consonants.push(consonants);
    this.#textStart.push(this.#text.length);
    this.#text.pushAll(Buffer.from(text, 'latin1'));
    this.#codeStart.push(this.#code.length);
    this.#code.pushAll(codes);
    this.#letters.push(letterMask(codes));
    this.#flags.push((vowelless ? tokenFlag.vowelless : 0) | (minor ? tokenFlag.minor : 0));
    this.#frequency.push(carriers);
    this.#common.push(perMillion);
    for (const key of keys) this.#keys.add(key, id);
    return id;
  }
}

/** A distinct name part with what is stored of it. */
interface Token extends CountedPart {
  codes: Uint8Array;
  consonants: string;
  perMillion: number;
  keys: number[];
}

function tokenOf({ part, carriers }: CountedPart): Token {
  const code = phoneticCode(part);
  const consonants = consonantKey(code);
  return {
    part,
    carriers,
    codes: letterCodes(code),
    consonants,
    perMillion: partFrequency(part),
    keys: [...new Set(tokenKeys(part.text, code, consonants))],
  };
}

/** The parts that every index has, by their keys, in the order of their numbers. They are computed once. */
let counted: ReadonlyMap<string, Token> | undefined;

function countedTokens(): ReadonlyMap<string, Token> {
  counted ??= new Map(countedParts.map((one) => [tokenKeyOf(one.part), tokenOf(one)]));
  return counted;
}

function tokenKeyOf(part: NamePart): string {
  return partKey({ ...part, syllable: part.syllable && 'latin' });
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
