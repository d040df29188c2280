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
  /** Tenths of a bit that the token says, see `informationContent`. */
  tokenBits: Uint8Array;
}

/** From a script without vowels; may as well be missing. */
export const tokenFlag = { vowelless: 1, minor: 2 } as const;
