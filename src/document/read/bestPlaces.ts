import { CLASSES, FIRST_CENTRE, NOTHING, PITCH, STRIDE } from './strip.ts';

/**
 * The places of `count` characters in a strip, about one pitch apart: where the network sees characters, with nothing
 * between them, before the first and after the last.
 * @param scores log probabilities of `CLASSES` for each output.
 * @returns columns of the strip, and the mean score of a place.
 */
export function bestPlaces(scores: Float32Array, count: number): { places: number[]; score: number } {
  const { isCharacter, isNothing } = halfSteps(scores);
  const length = isCharacter.length;
  const none = (at: number) => isNothing[Math.max(0, Math.min(length - 1, at))]!;
  const from = new Int8Array(count * length);
  let best = new Float32Array(length);
  for (let at = 0; at < length; at++) best[at] = isCharacter[at]! + none(at - CELL) + 0.5 * none(at - HALF);
  let next = new Float32Array(length);
  const [near, far] = [between(isNothing, (CELL - 1) >> 1), between(isNothing, CELL >> 1)];
  for (let i = 1; i < count; i++) {
    next.fill(Number.NEGATIVE_INFINITY, 0, CELL + 1);
    const row = i * length;
    for (let at = CELL + 1; at < length; at++) {
      // What is compared is rounded as it is kept.
      let top = Math.fround(best[at - CELL + 1]! - STRETCH + near[at]!);
      let step = top > Number.NEGATIVE_INFINITY ? CELL - 1 : 0;
      const even = best[at - CELL]! + far[at]!;
      if (even > top) [top, step] = [Math.fround(even), CELL];
      const wide = best[at - CELL - 1]! - STRETCH + far[at]!;
      if (wide > top) [top, step] = [Math.fround(wide), CELL + 1];
      next[at] = top + isCharacter[at]!;
      from[row + at] = step;
    }
    [best, next] = [next, best];
  }
  let end = 0;
  let top = Number.NEGATIVE_INFINITY;
  for (let at = 0; at < length; at++) {
    const value = best[at]! + none(at + CELL) + 0.5 * none(at + HALF);
    if (value > top) [end, top] = [at, value];
  }
  const places: number[] = [];
  for (let i = count - 1, at = end; i >= 0; i--) {
    places[i] = FIRST_CENTRE + (at * STRIDE) / 2;
    at -= from[i * length + at]!;
  }
  return { places, score: top / count };
}

/** How little there is half a step back, as it counts. */
function between(isNothing: Float32Array, back: number): Float64Array {
  return Float64Array.from(isNothing, (_, at) => 0.3 * isNothing[Math.max(0, at - back)]!);
}

/** Half steps of the network's outputs from one character to the next, and to the middle between. */
const CELL = (2 * PITCH) / STRIDE;
const HALF = CELL / 2;
const STRETCH = 0.25;
const WORST = -5;

/** Scores at the outputs and in the middle between two. */
function halfSteps(scores: Float32Array) {
  const outputs = scores.length / CLASSES;
  const isCharacter = new Float32Array(2 * outputs - 1);
  const isNothing = new Float32Array(2 * outputs - 1);
  for (let j = 0; j < outputs; j++) {
    const nothing = scores[j * CLASSES + NOTHING]!;
    isNothing[2 * j] = Math.max(WORST, nothing);
    isCharacter[2 * j] = Math.max(WORST, Math.log(Math.max(1e-9, 1 - Math.exp(nothing))));
  }
  for (let i = 1; i < isNothing.length; i += 2) {
    isNothing[i] = (isNothing[i - 1]! + isNothing[i + 1]!) / 2;
    isCharacter[i] = (isCharacter[i - 1]! + isCharacter[i + 1]!) / 2;
  }
  return { isCharacter, isNothing };
}
