import type { Listed } from '../lists/listed.ts';
import type { ScreeningIndex } from './screeningIndex.ts';

/** The entity of a row, as its list reader gave it. */
export function entityAt({ columns }: ScreeningIndex, row: number): Listed {
  const { entityJson, entityJsonStart } = columns;
  const start = entityJsonStart[row]!;
  const length = entityJsonStart[row + 1]! - start;
  return JSON.parse(
    Buffer.from(entityJson.buffer, entityJson.byteOffset + start, length).toString(),
  ) as Listed;
}
