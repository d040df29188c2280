import type { ListedName } from '../lists/listed.ts';
import { joinedConsonantKey } from '../names/joinedConsonantKey.ts';
import type { NamePart } from '../names/namePart.ts';
import { wholeNameCodes } from '../names/wholeNameCodes.ts';
import type { Columns } from './columns.ts';
import { nameFlag } from './columns.ts';
import { GrowableArray } from './GrowableArray.ts';
import { KeyRows } from './KeyRows.ts';
import { keySeed } from './keySeed.ts';
import { keyOf } from './keyTable.ts';
import type { Vocabulary } from './vocabulary.ts';

/** The names of an index while it is built. */
export class NameRows {
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
   * @param parts the name as `nameParts` or `organisationParts` reads it
   * @param dates pairs from and to, of dates of birth that belong to this name alone
   */
  add(entity: number, { quality }: ListedName, parts: NamePart[], dates: number[]): void {
    const row = this.length;
    this.#entity.push(entity);
    this.#flags.push((quality === 'weak' ? nameFlag.weak : 0) | (dates.length > 0 ? nameFlag.dated : 0));
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

/** @param consonants the consonant keys of the parts that aren't minor */
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

/** Names by token, from tokens by name. */
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
