import { informationContent } from '../compare/informationContent.ts';
import { tokenFlag } from '../compare/nameColumns.ts';
import type { NamePart } from '../names/namePart.ts';
import { letterMask } from '../names/PhoneticForm.ts';
import { partFrequency } from '../names/partFrequency.ts';
import { consonantKey, letterCodes, phoneticCode } from '../names/phoneticCode.ts';
import type { Columns } from './columns.ts';
import { GrowableArray, KeyRows } from './GrowableArray.ts';
import { partKey, tokenKeys } from './keyTable.ts';

/** The distinct name parts of an index while it is built. */
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

  /** What follows belongs to another entity: a part counts once per entity. */
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

  /** @param entities how many there are in all, for the information in a part */
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
