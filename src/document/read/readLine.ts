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
 * Reads `count` characters along a path. The path is corrected: twice, since a better place shows better where the next
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
  const better = pathThrough(path, found.places, first, count);
  const scores = scoresAlong(levels, net, better, count);
  const characters = centres(scores, count);
  const beyond = [-1, count].map((i) => 1 - Math.exp(scores[outputOf(i) * CLASSES + NOTHING]!)) as [
    number,
    number,
  ];
  return { path: better, characters, score: certaintyOf(characters), beyond };
}

/** Lines are above -0.7, also upside down; other text and patterns mostly below -1. */
const NO_LINE = -1.1;

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
