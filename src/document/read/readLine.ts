import type { Grey } from '../find/grey.ts';
import { cutStrip, fittedPath, type LinePath, pointOf } from '../find/linePath.ts';
import { bestPlaces } from './bestPlaces.ts';
import type { CharacterNet } from './CharacterNet.ts';
import { CLASSES, FIRST_CENTRE, NOTHING, PITCH, STRIDE, STRIP_HEIGHT } from './strip.ts';

/** A line as the network sees it. */
export interface LineReading {
  path: LinePath;
  /** Log probabilities of `CLASSES` for each character. */
  characters: Float32Array;
  /** The mean log probability of the likeliest character of each place: 0 is certain. */
  score: number;
  /** How likely another character stands before the first and after the last one. */
  beyond: [number, number];
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
  const first = scoresAlong(levels, net, path, count);
  const found = bestPlaces(first, count);
  if (found.score < NO_LINE) return null;
  if (found.score > CLEAR && isAlong(found.places)) return lineFrom(first, path, found.places);
  const better = pathThrough(path, found.places, first, count);
  const places = Array.from({ length: count }, (_, i) => MARGIN + PITCH * i);
  return lineFrom(scoresAlong(levels, net, better, count), better, places);
}

/** @param places columns of the strip, each nearly where the path has the character. */
function lineFrom(scores: Float32Array, path: LinePath, places: number[]): LineReading {
  const characters = centres(scores, places.length);
  const beyond = [places[0]! - PITCH, places.at(-1)! + PITCH].map((column) => isOnAt(scores, column));
  return { path, characters, score: certaintyOf(characters), beyond: beyond as [number, number] };
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

/** Whether the characters are where the path has them: half a step of the network to either side can't be told from it. */
function isAlong(places: number[]): boolean {
  return places.every((column, i) => Math.abs(column - MARGIN - PITCH * i) <= STRIDE / 2);
}

/** Pixels from the strip's end to the middle of the first character: an output of the network is there. */
const MARGIN = 33.5;

function scoresAlong(levels: Grey[], net: CharacterNet, path: LinePath, count: number): Float32Array {
  const width = PITCH * (count - 1) + 2 * MARGIN + 1;
  const strip = cutStrip(levels, path, { width, height: STRIP_HEIGHT, scale: PITCH });
  return net.read(strip, width);
}

/** The path with the middle of character i at i - (count - 1) / 2. */
function pathThrough(path: LinePath, places: number[], scores: Float32Array, count: number): LinePath {
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
  return { ...fitted, down: [down[0] * grown, down[1] * grown] };
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
