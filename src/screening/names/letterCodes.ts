import { maxLetters, otherLetter, phoneticAlphabet } from './phoneticAlphabet.ts';

/** The letters of a phonetic code as small numbers, for `editCost`. */
export function letterCodes(code: string): Uint8Array {
  const codes = new Uint8Array(Math.min(code.length, maxLetters));
  for (let i = 0; i < codes.length; i++) codes[i] = numbers[code.charCodeAt(i)] ?? otherLetter;
  return codes;
}

const numbers = new Uint8Array(128).fill(otherLetter);
for (const [i, letter] of [...phoneticAlphabet].entries()) numbers[letter.charCodeAt(0)] = i;
