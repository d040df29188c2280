import { bentRow } from './find/centredRow.ts';
import type { Grey } from './find/grey.ts';
import { lineGuesses } from './find/lineGuesses.ts';
import { straightPath } from './find/linePath.ts';
import { isSharpAlong } from './read/readLine.ts';

/** Whether what looks most like the lines of a zone, and much like them, is out of focus. */
export function isBlurred(levels: Grey[]): boolean {
  const [guess] = lineGuesses(levels);
  const count = guess?.counts[0];
  if (!guess || !count || guess.likeness < ALIKE) return false;
  return !isSharpAlong(levels, bentRow(levels, straightPath(guess.from, guess.to, count), count), count);
}

/** Zones that are too blurred to be read are above 6.5; text and patterns of drawn pages without one below 6.2. */
const ALIKE = 6.4;
