import type { Listed } from '../lists/listed.ts';
import type { ScreeningIndex } from './screeningIndex.ts';

/** The entity of a row, as its list reader gave it. */
export function entityAt(index: ScreeningIndex, row: number): Listed {
  const { entityJsonStart } = index.columns;
  return JSON.parse(jsonOf(index).toString('utf8', entityJsonStart[row], entityJsonStart[row + 1])) as Listed;
}

/** The JSON of all entities: kept, as many rows are read. */
function jsonOf(index: ScreeningIndex): Buffer {
  const kept = buffers.get(index);
  if (kept) return kept;
  const { buffer, byteOffset, length } = index.columns.entityJson;
  const made = Buffer.from(buffer, byteOffset, length);
  buffers.set(index, made);
  return made;
}

const buffers = new WeakMap<ScreeningIndex, Buffer>();
