import { centredRow } from '../find/centredRow.ts';
import type { Grey } from '../find/grey.ts';
import { type LinePath, pointOf } from '../find/linePath.ts';
import type { CharacterNet } from './CharacterNet.ts';
import { type LineReading, readLine } from './readLine.ts';

/**
 * A line that was read, or a second look at it where an end of it was cut out too high or too low: what is seen there is another
 * character, and seen clearly. A row is looked for in a wide strip first, in which a shadow, the edge of a page or a line of its
 * pattern may stand out more than the characters; around the path that was found there is little else.
 */
export function centredLine(
  levels: Grey[],
  net: CharacterNet,
  line: LineReading,
  count: number,
): LineReading {
  const path = centredRow(levels, line.path, count, NEAR);
  if (Math.max(...ends(count).map((u) => offsetOf(line.path, path, u))) < OFF) return line;
  return readLine(levels, net, path, count) ?? line;
}

/** How far a row may still be off, in pitches, and how far it may be off without being cut out again. */
const NEAR = 0.3;
const OFF = 0.12;

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
  const [left, right] = ends(count).map((u) => distanceAt(one, other, u)) as [number, number];
  return Math.abs(distanceAt(one, other, 0) - (left + right) / 2) < UNEVEN;
}

/** The middles of the first and the last character. */
function ends(count: number): number[] {
  return [-(count - 1) / 2, (count - 1) / 2];
}

function offsetOf(from: LinePath, to: LinePath, u: number): number {
  return Math.abs(distanceAt(from, to, u));
}

/** How far another path is below one, in pitches. */
function distanceAt(one: LinePath, { x, y }: LinePath, u: number): number {
  const [fromX, fromY] = pointOf(one, u);
  const [toX, toY] = pointOf({ x, y, down: one.down }, u);
  const [dx, dy] = one.down;
  return ((toX - fromX) * dx + (toY - fromY) * dy) / (dx * dx + dy * dy);
}
