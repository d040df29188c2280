import type { ScreeningIndex } from '../index/screeningIndex.ts';
import type { Entity } from '../lists/entity.ts';
import type { Listed } from '../lists/listed.ts';
import { shownEntity } from '../lists/shownEntity.ts';

/** What the lists say of the entity with an id; `null` if they know none. Looks at every entity, some milliseconds per million. */
export function findEntity({ columns }: ScreeningIndex, id: string): Entity | null {
  const { entityJson, entityJsonStart } = columns;
  const json = Buffer.from(entityJson.buffer, entityJson.byteOffset, entityJson.length);
  // The id is the first key of an entity.
  const head = Buffer.from(`{"id":${JSON.stringify(id)},`);
  for (let row = 0; row < columns.entityFlags.length; row++) {
    const [start, end] = [entityJsonStart[row]!, entityJsonStart[row + 1]!];
    if (head.compare(json, start, start + head.length) !== 0) continue;
    return shownEntity(JSON.parse(json.toString('utf8', start, end)) as Listed);
  }
  return null;
}
