import { centredRow } from './find/centredRow.ts';
import type { Grey } from './find/grey.ts';
import { type Guess, lineGuesses } from './find/lineGuesses.ts';
import { reversed, straightPath } from './find/linePath.ts';
import type { CharacterNet } from './read/CharacterNet.ts';
import { readLine } from './read/readLine.ts';

/** Whether lines of a zone run out of the picture: fewer characters than a line has, up to its edge. */
export function isCutOff(levels: Grey[], net: CharacterNet): boolean {
  const guesses = lineGuesses(levels, { shortest: FEWEST / SPACING }).filter((guess) =>
    leaves(guess, levels[0]!),
  );
  return guesses.slice(0, 3).some((guess) => isLine(levels, net, guess));
}

/** From line to line, in pitches. */
const SPACING = 2.35;
/** Less can't be told from other text. */
const FEWEST = 11;
const CLEAR = -0.3;
/** A few characters say less than all. */
const LIKELY = -0.6;

/** Whether the next character at either end would be outside the picture. */
function leaves({ from, to, spacing }: Guess, { width, height }: Grey): boolean {
  const length = Math.hypot(to[0] - from[0], to[1] - from[1]);
  const step = (1.2 * spacing) / SPACING / length;
  return [-step, 1 + step].some((share) => {
    const [x, y] = [from[0] + share * (to[0] - from[0]), from[1] + share * (to[1] - from[1])];
    return x < 0 || y < 0 || x > width || y > height;
  });
}

/**
 * Whether there are characters of one pitch. How many is known only nearly, so several numbers are tried, where the middle of the
 * line looks like it.
 */
function isLine(levels: Grey[], net: CharacterNet, { from, to, spacing }: Guess): boolean {
  const about = Math.round((Math.hypot(to[0] - from[0], to[1] - from[1]) * SPACING) / spacing);
  const readings = (count: number, pitches: number) => {
    const path = centredRow(levels, straightPath(from, to, pitches), count, 0.5);
    const line = readLine(levels, net, path, count);
    return line ? [line.score, readLine(levels, net, reversed(path), count)?.score ?? -9] : [];
  };
  if (!readings(FEWEST, about).some((score) => score > LIKELY)) return false;
  return [0, -1, 1, -2, 2]
    .map((more) => about + more)
    .filter((count) => count >= FEWEST && count <= 44)
    .some((count) => readings(count, count).some((score) => score > CLEAR));
}
