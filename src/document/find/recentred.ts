import { centredRow } from './centredRow.ts';
import type { Grey } from './grey.ts';
import { distanceAt, endsOf, type LinePath } from './linePath.ts';

/**
 * The path of a line, moved across where an end of it is too high or too low. A row is looked for in a wide strip first, in which a
 * shadow, the edge of a page or a line of its pattern may stand out more than the characters; around the path that was found there is
 * little else.
 */
export function recentred(levels: Grey[], path: LinePath, count: number): LinePath {
  const centred = centredRow(levels, path, count, NEAR);
  return endsOf(count).some((u) => Math.abs(distanceAt(path, centred, u)) > OFF) ? centred : path;
}

/** How far a row may still be off, in pitches, and how far it may be off without being cut out again. */
const NEAR = 0.3;
const OFF = 0.12;
