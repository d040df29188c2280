import { hash } from 'node:crypto';
import type { Listed } from '../lists/listed.ts';
import { countryNumber } from '../match/countryNumber.ts';
import { dateRange } from '../match/dateRange.ts';
import { joinedBones } from '../match/joinedBones.ts';
import { nameParts } from '../match/nameParts.ts';
import { entityFlag } from './columns.ts';
import { Growing } from './growing.ts';
import { keySeed } from './keySeed.ts';
import { keyOf, keyTable } from './keyTable.ts';
import { type Dataset, packed, type ScreeningIndex } from './screeningIndex.ts';
import { Vocabulary } from './vocabulary.ts';

/** Collects entities, the last one of an id wins, and makes the index of them. */
export class IndexBuilder {
  readonly #json = new Growing(Uint8Array, 1 << 16);
  readonly #starts: number[] = [];
  readonly #rowOf = new Map<string, number>();

  put(entity: Listed): void {
    this.#rowOf.set(entity.id, this.#starts.length);
    this.#starts.push(this.#json.length);
    this.#json.pushAll(Buffer.from(JSON.stringify(entity)));
  }

  drop(id: string): void {
    this.#rowOf.delete(id);
  }

  finish(summary: Omit<Dataset, 'lists'>): ScreeningIndex {
    const { entities, names, vocabulary } = rowsOf(this.#living());
    this.#rowOf.clear();
    const { postingStart, postings } = inverted(
      names.tokenStart.view(),
      names.tokens.view(),
      vocabulary.size,
    );
    const tokenKeys = vocabulary.keyTable();
    const nameKeys = keyTable(names.keys.view(), names.keyValues.view());
    const dateKeys = keyTable(entities.dateKeys.view(), entities.dateKeyValues.view());
    const { version, publishedAt } = summary;
    const dataset = { version, publishedAt, lists: [...entities.lists].sort() };
    return packed(dataset, {
      entityJsonStart: entities.jsonStart.view(),
      entityJson: entities.json.view(),
      entityHash: entities.hash.view(),
      entityFlags: entities.flags.view(),
      entityNameStart: entities.nameStart.view(),
      entityDateStart: entities.dateStart.view(),
      dates: entities.dates.view(),
      entityCountryStart: entities.countryStart.view(),
      countries: entities.countries.view(),
      nameEntity: names.entity.view(),
      nameWeak: names.weak.view(),
      nameTokenStart: names.tokenStart.view(),
      nameTokens: names.tokens.view(),
      ...vocabulary.columns(entities.flags.length),
      tokenNameStart: postingStart,
      tokenNames: postings,
      tokenKeyHeads: tokenKeys.heads,
      tokenKeys: tokenKeys.keys,
      tokenKeyValues: tokenKeys.values,
      nameKeyHeads: nameKeys.heads,
      nameKeys: nameKeys.keys,
      nameKeyValues: nameKeys.values,
      dateKeyHeads: dateKeys.heads,
      dateKeys: dateKeys.keys,
      dateKeyValues: dateKeys.values,
    });
  }

  *#living(): Generator<Buffer> {
    const all = this.#json.view();
    for (const row of this.#rowOf.values())
      yield Buffer.from(
        all.buffer,
        all.byteOffset + this.#starts[row]!,
        (this.#starts[row + 1] ?? all.length) - this.#starts[row]!,
      );
  }
}

function rowsOf(living: Iterable<Buffer>) {
  const vocabulary = new Vocabulary();
  const entities = entityRows();
  const names = nameRows();
  for (const bytes of living) {
    const entity = JSON.parse(bytes.toString()) as Listed;
    const row = entities.flags.length;
    addEntity(entities, entity, bytes, row);
    entities.nameStart.push(names.entity.length);
    vocabulary.nextEntity();
    for (const name of entity.names) addName(names, vocabulary, name, row);
  }
  entities.jsonStart.push(entities.json.length);
  entities.nameStart.push(names.entity.length);
  entities.dateStart.push(entities.dates.length);
  entities.countryStart.push(entities.countries.length);
  names.tokenStart.push(names.tokens.length);
  return { entities, names, vocabulary };
}

function entityRows() {
  return {
    jsonStart: new Growing(Uint32Array),
    json: new Growing(Uint8Array, 1 << 16),
    hash: new Growing(Uint32Array),
    flags: new Growing(Uint8Array),
    nameStart: new Growing(Uint32Array),
    dateStart: new Growing(Uint32Array),
    dates: new Growing(Int32Array),
    countryStart: new Growing(Uint32Array),
    countries: new Growing(Uint16Array),
    dateKeys: new Growing(Uint32Array),
    dateKeyValues: new Growing(Uint32Array),
    lists: new Set<string>(),
  };
}

function addEntity(to: ReturnType<typeof entityRows>, entity: Listed, bytes: Buffer, row: number): void {
  to.jsonStart.push(to.json.length);
  to.json.pushAll(bytes);
  const digest = hash('sha256', bytes, 'buffer');
  to.hash.pushAll([digest.readUInt32BE(0), digest.readUInt32BE(4)]);
  const person = entity.kind === 'person' ? entityFlag.person : 0;
  to.flags.push(entity.topics.reduce((flags, topic) => flags | entityFlag[topic], person));
  to.dateStart.push(to.dates.length);
  for (const text of entity.birthDates) {
    const range = dateRange(text);
    if (!range) continue;
    const sign = range.circa ? -1 : 1;
    to.dates.pushAll([sign * range.from, sign * range.to]);
    if (range.from !== range.to) continue;
    to.dateKeys.push(keyOf(String(range.from), keySeed.date));
    to.dateKeyValues.push(row);
  }
  to.countryStart.push(to.countries.length);
  for (const code of entity.countries) to.countries.push(countryNumber(code));
  for (const list of entity.lists) to.lists.add(list);
}

function nameRows() {
  return {
    entity: new Growing(Uint32Array),
    weak: new Growing(Uint8Array),
    tokenStart: new Growing(Uint32Array),
    tokens: new Growing(Uint32Array),
    keys: new Growing(Uint32Array),
    keyValues: new Growing(Uint32Array),
  };
}

function addName(
  to: ReturnType<typeof nameRows>,
  vocabulary: Vocabulary,
  name: Listed['names'][number],
  entity: number,
): void {
  const row = to.entity.length;
  to.entity.push(entity);
  to.weak.push(name.quality === 'weak' ? 1 : 0);
  to.tokenStart.push(to.tokens.length);
  const parts = nameParts(name.text);
  const bones = parts.map((part) => {
    const token = vocabulary.idOf(part);
    to.tokens.push(token);
    return vocabulary.bonesOf(token);
  });
  const exact = parts.map((part) => part.text).join(' ');
  if (exact) addKey(to, keyOf(exact, keySeed.exactName), row);
  if (parts.length < 2) return;
  const rotated = [bones.at(-1)!, ...bones.slice(0, -1)];
  const keys = new Set([
    keyOf(bones.join(''), keySeed.wholeName),
    keyOf(rotated.join(''), keySeed.wholeName),
  ]);
  for (let i = 1; i < bones.length; i++) {
    const pair = joinedBones([bones[i - 1]!, bones[i]!]);
    if (pair.length >= 3) keys.add(keyOf(pair, keySeed.pair));
  }
  for (const key of keys) addKey(to, key, row);
}

function addKey(to: ReturnType<typeof nameRows>, key: number, row: number): void {
  to.keys.push(key);
  to.keyValues.push(row);
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
  return { postingStart, postings };
}
