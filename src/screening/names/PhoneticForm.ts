import { letterCodes } from './phoneticCode.ts';

/** How a part of a name sounds, as letter codes in an array that may hold others. */
export class PhoneticForm {
  codes: Uint8Array;
  from: number;
  length: number;
  /** Which letters it has, see `letterMask`. */
  letters: number;
  /** From a script that leaves vowels out. */
  vowelless: boolean;

  constructor(codes: Uint8Array, { vowelless = false } = {}) {
    this.codes = codes;
    this.from = 0;
    this.length = codes.length;
    this.letters = letterMask(codes);
    this.vowelless = vowelless;
  }

  /** @param code see `phoneticCode` */
  static of(code: string, { vowelless = false } = {}): PhoneticForm {
    return new PhoneticForm(letterCodes(code), { vowelless });
  }
}

/** Which letters (of `letterCodes`) a sound has, one bit each. */
export function letterMask(codes: Uint8Array): number {
  let mask = 0;
  for (let i = 0; i < codes.length; i++) mask |= 1 << codes[i]!;
  return mask >>> 0;
}
