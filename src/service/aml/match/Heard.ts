import { letterCodes } from './letterCodes.ts';
import { letterMask } from './letterMask.ts';

/** How a part of a name sounds, as letter codes in an array that may hold others. */
export class Heard {
  codes: Uint8Array;
  from: number;
  length: number;
  /** Which letters it has, see `letterMask`. */
  letters: number;
  /** From a script that leaves vowels out. */
  vowelless: boolean;

  constructor(codes: Uint8Array, vowelless: boolean) {
    this.codes = codes;
    this.from = 0;
    this.length = codes.length;
    this.letters = letterMask(codes);
    this.vowelless = vowelless;
  }

  /** @param text see `sound` */
  static of(text: string, vowelless: boolean): Heard {
    return new Heard(letterCodes(text), vowelless);
  }
}
