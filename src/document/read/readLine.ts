import type { Grey } from '../find/grey.ts';
import { cutStrip, fittedPath, type LinePath, pointOf, shifted } from '../find/linePath.ts';
import { recentred } from '../find/recentred.ts';
import { bestPlaces } from './bestPlaces.ts';
import type { CharacterNet } from './CharacterNet.ts';
import { inkColumns, motionOf } from './motionOf.ts';
import { CLASSES, FIRST_CENTRE, NOTHING, normaliseStrip, PITCH, STRIDE, STRIP_HEIGHT } from './strip.ts';

/** A line as the network sees it. */
export interface LineReading {
  path: LinePath;
  /** Log probabilities of `CLASSES` for each character. */
  characters: Float32Array;
  /** The mean log probability of the likeliest character of each place: 0 is certain. */
  score: number;
  /** How likely another character stands before the first and after the last one. */
  beyond: [number, number];
  /** How dark the columns along the path were when it was last corrected, and in how many frames it was followed since. */
  ink: Float32Array;
  followed: number;
}

/**
 * Reads `count` characters along a path. It is corrected if they are not clear there: a better place shows better where the next
 * one is.
 * @returns null if there are no characters at equal distances, whichever way up.
 */
export function readLine(
  levels: Grey[],
  net: CharacterNet,
  path: LinePath,
  count: number,
): LineReading | null {
  const first = seenAlong(levels, net, path, count);
  const found = bestPlaces(first.scores, count);
  if (found.score > CLEAR && isAlong(found.places)) return lineFrom(first, path, found.places);
  return found.score < NO_LINE
    ? null
    : readBetter(levels, net, pathThrough(path, found.places, first.scores));
}

/**
 * Reads a line that was read in the frame before: as far along the path as its ink moved, where it needs no correction.
 * @param isSure null unless it is surely the same line, and clear at the first look.
 */
export function followLine(
  levels: Grey[],
  net: CharacterNet,
  path: LinePath,
  { ink, followed }: LineReading,
  { isSure = false } = {},
): LineReading | null {
  const count = countOf(ink.length);
  const motion = motionOf(ink, inkAlong(levels, path, count));
  if (!motion || motion.likeness < SAME) return isSure ? null : readLine(levels, net, path, count);
  // A column beside it, to either side in turn: the same places would agree with themselves.
  const aside = followed % 2 === 0 ? 1 : -1;
  const there = shifted(path, (motion.shift + aside) / PITCH, 1 + motion.growth);
  const first = seenAlong(levels, net, there, count);
  const found = bestPlaces(first.scores, count);
  if (found.score < NO_LINE) return null;
  const line = lineFrom(first, there, found.places);
  // Compared with the same ink again, small errors do not add up.
  if (isAlong(found.places) && line.score > CERTAIN) return { ...line, ink, followed: followed + 1 };
  if (isSure) return null;
  return readBetter(levels, net, pathThrough(there, found.places, first.scores));
}

function readBetter(levels: Grey[], net: CharacterNet, { path, count }: Corrected): LineReading {
  return readAlong(levels, net, recentred(levels, path, count), count);
}

/** Reads characters that are where the path has them, in one look. */
export function readAlong(levels: Grey[], net: CharacterNet, path: LinePath, count: number): LineReading {
  const places = Array.from({ length: count }, (_, i) => MARGIN + PITCH * i);
  return lineFrom(seenAlong(levels, net, path, count), path, places);
}

function lineFrom({ scores, ink }: Seen, path: LinePath, places: number[]): LineReading {
  const characters = centres(scores, places.length);
  const beyond = [places[0]! - PITCH, places.at(-1)! + PITCH].map((column) => isOnAt(scores, column));
  return {
    path,
    characters,
    score: certaintyOf(characters),
    beyond: beyond as [number, number],
    ink,
    followed: 0,
  };
}

/** How likely a character is at a column; between two outputs, as both say. */
function isOnAt(scores: Float32Array, column: number): number {
  const output = (column - FIRST_CENTRE) / STRIDE;
  const nothing = (at: number) => Math.exp(scores[at * CLASSES + NOTHING]!);
  return 1 - Math.max(nothing(Math.floor(output)), nothing(Math.ceil(output)));
}

/** Lines are above -0.7, also upside down; other text and patterns mostly below -1. */
const NO_LINE = -1.1;

/** Characters so clearly apart are where they were looked for: nothing is better on a second look. */
const CLEAR = -0.02;

/**
 * How much the ink of a line is like that of the frame before, and the score of what is read then: what is blurred is looked at
 * twice, since one look at the same places errs alike in all frames.
 */
const SAME = 0.8;
const CERTAIN = -0.01;

/** Whether the characters are where the path has them: half a step of the network to either side can't be told from it. */
function isAlong(places: number[]): boolean {
  return places.every((column, i) => Math.abs(column - MARGIN - PITCH * i) <= STRIDE / 2);
}

/** Pixels from the strip's end to the middle of the first character: an output of the network is there. */
const MARGIN = 33.5;

/** What the network says of a strip, and its columns. */
interface Seen {
  scores: Float32Array;
  ink: Float32Array;
}

function seenAlong(levels: Grey[], net: CharacterNet, path: LinePath, count: number): Seen {
  const strip = stripAlong(levels, path, count);
  const width = widthOf(count);
  normaliseStrip(strip, width);
  const ink = inkColumns(strip, width);
  return { scores: net.readNormalised(strip, width), ink };
}

/**
 * Whether `count` characters along a path may be legible, if there are any: blurred by more than a quarter of a pitch they are not, nor
 * is what has no edges.
 */
export function isSharpAlong(levels: Grey[], path: LinePath, count: number): boolean {
  const strip = stripAlong(levels, path, count);
  const width = widthOf(count);
  normaliseStrip(strip, width);
  let sum = 0;
  for (let row = TOP; row < BOTTOM; row++)
    for (let at = row * width + MARGIN_PIXELS; at < (row + 1) * width - MARGIN_PIXELS; at++)
      sum += Math.abs(strip[at + 1]! - strip[at - 1]!);
  return sum > SHARP * (BOTTOM - TOP) * (width - 2 * MARGIN_PIXELS);
}

/** The rows of a strip that characters stand in. */
const [TOP, BOTTOM] = [4, 16];
/** Pixels at either end of a strip without characters. */
const MARGIN_PIXELS = 24;
/**
 * Mean difference of pixels two apart, in deviations of the light around. Of 130 lines that were found in drawn frames none was
 * below 0.36, half of them above 0.79; of the time spent in vain a third went to what was below.
 */
const SHARP = 0.33;

function stripAlong(levels: Grey[], path: LinePath, count: number): Float32Array {
  return cutStrip(levels, path, { width: widthOf(count), height: STRIP_HEIGHT, scale: PITCH });
}

function inkAlong(levels: Grey[], path: LinePath, count: number): Float32Array {
  const strip = stripAlong(levels, path, count);
  normaliseStrip(strip, widthOf(count));
  return inkColumns(strip, widthOf(count));
}

/** Of a strip of so many characters, in pixels. */
function widthOf(count: number): number {
  return PITCH * (count - 1) + 2 * MARGIN + 1;
}

function countOf(width: number): number {
  return (width - 2 * MARGIN - 1) / PITCH + 1;
}

interface Corrected {
  path: LinePath;
  count: number;
}

/** The path with the middle of character i at i - (count - 1) / 2. */
function pathThrough(path: LinePath, places: number[], scores: Float32Array): Corrected {
  const count = places.length;
  const middle = (count - 1) / 2;
  const points = places.map((column, i) => {
    const [x, y] = pointOf(path, (column - MARGIN) / PITCH - middle);
    const output = Math.round((column - FIRST_CENTRE) / STRIDE);
    const nothing = Math.exp(scores[output * CLASSES + NOTHING] ?? 0);
    return { u: i - middle, x, y, weight: 0.05 + (1 - nothing) ** 2 };
  });
  const { down } = path;
  const fitted = fittedPath(points, down, 3);
  // The height of a character follows its width where the guess of the pitch was wrong.
  const grown = Math.hypot(fitted.x[1], fitted.y[1]) / Math.hypot(path.x[1], path.y[1]);
  return { path: { ...fitted, down: [down[0] * grown, down[1] * grown] }, count };
}

/** The scores of the outputs in the middle of the characters. */
function centres(scores: Float32Array, count: number): Float32Array {
  const characters = new Float32Array(count * CLASSES);
  for (let i = 0; i < count; i++) {
    const output = outputOf(i);
    characters.set(scores.subarray(output * CLASSES, (output + 1) * CLASSES), i * CLASSES);
  }
  return characters;
}

/** The output in the middle of a character. */
function outputOf(i: number): number {
  return (MARGIN - FIRST_CENTRE + PITCH * i) / STRIDE;
}

function certaintyOf(characters: Float32Array): number {
  let sum = 0;
  const count = characters.length / CLASSES;
  for (let i = 0; i < count; i++) {
    let top = -8;
    for (let k = 0; k < NOTHING; k++) top = Math.max(top, characters[i * CLASSES + k]!);
    sum += top;
  }
  return sum / count;
}
