import { commonness } from '../match/commonness.ts';
import { letterCodes } from '../match/letterCodes.ts';
import { letterMask } from '../match/letterMask.ts';
import type { NamePart } from '../match/nameParts.ts';
import { partBits } from '../match/partBits.ts';
import { skeleton } from '../match/skeleton.ts';
import { sound } from '../match/sound.ts';
import type { Columns } from './columns.ts';
import { Growing } from './growing.ts';
import { type KeyTable, keyTable } from './keyTable.ts';
import { tokenKeys } from './tokenKeys.ts';

/** The distinct name parts of an index while it is built. */
export class Vocabulary {
  readonly #ids = new Map<string, number>();
  readonly #bones: string[] = [];
  readonly #textStart = new Growing(Uint32Array);
  readonly #text = new Growing(Uint8Array);
  readonly #soundStart = new Growing(Uint32Array);
  readonly #sound = new Growing(Uint8Array);
  readonly #letters = new Growing(Uint32Array);
  readonly #vowelless = new Growing(Uint8Array);
  readonly #frequency = new Growing(Uint32Array);
  readonly #common = new Growing(Uint16Array);
  readonly #lastEntity = new Growing(Uint32Array);
  readonly #keys = new Growing(Uint32Array);
  readonly #keyValues = new Growing(Uint32Array);
  #entity = 0;

  get size(): number {
    return this.#bones.length;
  }

  /** What follows belongs to another entity: a part counts once per entity. */
  nextEntity(): void {
    this.#entity += 1;
  }

  idOf(part: NamePart): number {
    const key = part.vowelless ? `-${part.text}` : part.text;
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

  bonesOf(id: number): string {
    return this.#bones[id]!;
  }

  keyTable(): KeyTable {
    return keyTable(this.#keys.view(), this.#keyValues.view());
  }

  /** @param entities how many there are in all, for the information in a part */
  columns(
    entities: number,
  ): Pick<
    Columns,
    | 'tokenTextStart'
    | 'tokenText'
    | 'tokenSoundStart'
    | 'tokenSound'
    | 'tokenLetters'
    | 'tokenVowelless'
    | 'tokenFrequency'
    | 'tokenBits'
  > {
    this.#textStart.push(this.#text.length);
    this.#soundStart.push(this.#sound.length);
    return {
      tokenTextStart: this.#textStart.view(),
      tokenText: this.#text.view(),
      tokenSoundStart: this.#soundStart.view(),
      tokenSound: this.#sound.view(),
      tokenLetters: this.#letters.view(),
      tokenVowelless: this.#vowelless.view(),
      tokenFrequency: this.#frequency.view(),
      tokenBits: Uint8Array.from(this.#common.view(), (common, id) =>
        Math.round(10 * partBits(this.#frequency.get(id), common, entities)),
      ),
    };
  }

  #add(part: NamePart): number {
    const { text, vowelless } = part;
    const id = this.#bones.length;
    const heard = sound(part);
    const bones = skeleton(heard);
    this.#bones.push(bones);
    this.#textStart.push(this.#text.length);
    this.#text.pushAll(Buffer.from(text, 'latin1'));
    this.#soundStart.push(this.#sound.length);
    const codes = letterCodes(heard);
    this.#sound.pushAll(codes);
    this.#letters.push(letterMask(codes));
    this.#vowelless.push(vowelless ? 1 : 0);
    this.#frequency.push(0);
    this.#common.push(commonness(part));
    this.#lastEntity.push(0);
    for (const key of tokenKeys(text, heard, bones)) {
      this.#keys.push(key);
      this.#keyValues.push(id);
    }
    return id;
  }
}
