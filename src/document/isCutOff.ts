import { centredRow } from './find/centredRow.ts';
import type { Grey } from './find/grey.ts';
import { lineGuesses } from './find/lineGuesses.ts';
import { straightPath } from './find/linePath.ts';
import type { CharacterNet } from './read/CharacterNet.ts';
import { readLine } from './read/readLine.ts';

/** Whether lines of a zone run out of the picture: fewer characters than a line has, up to its edge. */
export function isCutOff(levels: Grey[], net: CharacterNet): boolean {
  const { width, height } = levels[0]!;
  const edge = 0.03 * Math.max(width, height);
  const touches = ([x, y]: [number, number]) => x < edge || y < edge || x > width - edge || y > height - edge;
  const guesses = lineGuesses(levels).filter(({ from, to }) => touches(from) !== touches(to));
  return guesses.slice(0, 2).some(({ from, to, spacing }) => {
    const count = Math.round(Math.hypot(to[0] - from[0], to[1] - from[1]) / (spacing / 2.35));
    if (count < 12 || count > 43) return false;
    const path = centredRow(levels, straightPath(from, to, count), count, 0.5);
    const line = readLine(levels, net, path, count);
    return line !== null && line.score > -0.5;
  });
}
