import type { ScreeningIndex } from './screeningIndex.ts';

/** Ids of the entities that differ between two indexes. */
export interface IndexChanges {
  added: Set<string>;
  changed: Set<string>;
  removed: Set<string>;
}

/** Compares two datasets. People screened earlier must be screened again against `added` and `changed`. */
export function indexChanges(before: ScreeningIndex, after: ScreeningIndex): IndexChanges {
  const old = contentsOf(before);
  const added = new Set<string>();
  const changed = new Set<string>();
  for (const [id, hash] of contentsOf(after)) {
    const was = old.get(id);
    if (was === undefined) added.add(id);
    else if (was !== hash) changed.add(id);
    old.delete(id);
  }
  return { added, changed, removed: new Set(old.keys()) };
}

function contentsOf({ columns }: ScreeningIndex): Map<string, bigint> {
  const { entityJson, entityJsonStart, entityHash } = columns;
  const json = Buffer.from(entityJson.buffer, entityJson.byteOffset, entityJson.length);
  const contents = new Map<string, bigint>();
  for (let row = 0; row < columns.entityFlags.length; row++) {
    const hash = (BigInt(entityHash[2 * row]!) << 32n) | BigInt(entityHash[2 * row + 1]!);
    contents.set(idAt(json, entityJsonStart[row]!), hash);
  }
  return contents;
}

const head = '{"id":';

/** Reads the id without parsing the entity: the id is the first key. */
function idAt(json: Buffer, start: number): string {
  const from = start + head.length;
  let end = json.indexOf('"', from + 1);
  while (json[end - 1] === 0x5c) end = json.indexOf('"', end + 1);
  return JSON.parse(json.toString('utf8', from, end + 1)) as string;
}
