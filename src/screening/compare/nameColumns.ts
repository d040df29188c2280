/**
 * The flat columns that names are compared from; `xStart[i]` to `xStart[i + 1]` delimits what belongs to row i in `x`.
 * A token is a distinct name part.
 */
export interface NameColumns {
  /** Names: their tokens in order. */
  nameTokenStart: Uint32Array;
  nameTokens: Uint32Array;
  /** Tokens: text, phonetic code as letter codes, which letters that has, flags. */
  tokenTextStart: Uint32Array;
  tokenText: Uint8Array;
  tokenCodeStart: Uint32Array;
  tokenCode: Uint8Array;
  tokenLetters: Uint32Array;
  tokenFlags: Uint8Array;
  /** Information content of the token in tenths of a bit, see `informationContent`. */
  tokenBits: Uint8Array;
}

/** Flags: from a script without vowels; optional. */
export const tokenFlag = { vowelless: 1, minor: 2 } as const;
