import type { Grey } from '../find/grey.ts';
import { distanceAt, endsOf, type LinePath } from '../find/linePath.ts';
import { recentred } from '../find/recentred.ts';
import type { CharacterNet } from './CharacterNet.ts';
import { type LineReading, readAlong } from './readLine.ts';

/**
 * A line that was read, or another look at it where an end of it was cut out too high or too low: what is seen there is another
 * character, and seen clearly.
 */
export function centredLine(
  levels: Grey[],
  net: CharacterNet,
  line: LineReading,
  count: number,
): LineReading {
  const path = recentred(levels, line.path, count);
  return path === line.path ? line : readAlong(levels, net, path, count);
}

/**
 * How much the distance of two lines may deviate from one that grows evenly, in pitches. Of a page seen aslant it does by less than 0.06;
 * rows are measured in tenths, which makes up to 0.15.
 */
const UNEVEN = 0.2;

/**
 * The lines of a zone, of which those that are uneven say little: what is not seen where it should be is all in doubt, until other
 * frames decide.
 */
export function trustedLines(lines: LineReading[], count: number): LineReading[] {
  const isOff = ({ path }: LineReading, beside: LineReading | undefined) =>
    beside !== undefined && !areEven(path, beside.path, count);
  const uneven = lines.map((line, i) => isOff(line, lines[i - 1]) || isOff(line, lines[i + 1]));
  return uneven.includes(true) ? lines.map((line, i) => (uneven[i] ? doubted(line) : line)) : lines;
}

function doubted(line: LineReading): LineReading {
  return { ...line, characters: line.characters.map((value) => UNEVEN_WEIGHT * Math.max(value, -9)) };
}

const UNEVEN_WEIGHT = 0.2;

/**
 * Whether two lines are as far apart in the middle as they are at both ends on average, as lines of one page are however it is held
 * or bent: otherwise a part of one of them is not where the characters are.
 */
function areEven(one: LinePath, other: LinePath, count: number): boolean {
  const [left, right] = endsOf(count).map((u) => distanceAt(one, other, u)) as [number, number];
  return Math.abs(distanceAt(one, other, 0) - (left + right) / 2) < UNEVEN;
}
