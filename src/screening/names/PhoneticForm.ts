import { letterCodes } from './phoneticCode.ts';

/** The phonetic code of a name part, as a range of an array of letter codes. */
export class PhoneticForm {
  codes: Uint8Array;
  from: number;
  length: number;
  /** The set of its letters; see `letterMask`. */
  letters: number;
  /** Whether the part comes from a script that leaves vowels out. */
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

/** A bit mask of the letters (`letterCodes`) in a phonetic code. */
export function letterMask(codes: Uint8Array): number {
  let mask = 0;
  for (let i = 0; i < codes.length; i++) mask |= 1 << codes[i]!;
  return mask >>> 0;
}
