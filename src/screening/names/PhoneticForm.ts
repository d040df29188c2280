import { letterCodes } from './letterCodes.ts';
import { letterMask } from './letterMask.ts';

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
