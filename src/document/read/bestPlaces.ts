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
  for (let i = 1; i < count; i++) {
    const next = new Float32Array(length).fill(Number.NEGATIVE_INFINITY);
    for (let at = CELL + 1; at < length; at++) {
      for (let step = CELL - 1; step <= CELL + 1; step++) {
        const value = best[at - step]! - (step === CELL ? 0 : STRETCH) + 0.3 * none(at - (step >> 1));
        if (value > next[at]!) {
          next[at] = value;
          from[i * length + at] = step;
        }
      }
      next[at]! += isCharacter[at]!;
    }
    best = next;
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
