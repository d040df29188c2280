import { letterCode, maxLetters } from './letterCosts.ts';

/** Letters of a sound as small numbers, for `editCost`. */
export function letterCodes(sound: string): Uint8Array {
  const codes = new Uint8Array(Math.min(sound.length, maxLetters));
  for (let i = 0; i < codes.length; i++) codes[i] = letterCode[sound.charCodeAt(i)] ?? 28;
  return codes;
}
