import { letterCodes } from '../names/letterCodes.ts';
import { letterMask } from '../names/letterMask.ts';

/** How many kinds of consonants only one of two phonetic codes has, from their letter masks: a fast way to rule pairs out. */
export function oddConsonants(a: number, b: number): number {
  const bits = (a ^ b) & consonants;
  let left = bits - ((bits >>> 1) & 0x55555555);
  left = (left & 0x33333333) + ((left >>> 2) & 0x33333333);
  return Math.imul((left + (left >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}

const consonants = ~letterMask(letterCodes('aeiouhvj'));
