/**
 * What a comparison reads of each token, side by side, because tokens are far apart and each row costs one access to
 * memory: where its phonetic code begins, the set of its letters, its properties, where its text begins. One more row
 * ends the texts.
 */
export type TokenRows = Uint32Array;

/** Numbers per row. */
const width = 4;

/** The values of a token. */
export interface TokenRow {
  codeStart: number;
  /** At most 255. */
  codeLength: number;
  letters: number;
  /** See `tokenFlag`. */
  flags: number;
  /** Information content in tenths of a bit, at most 255; see `informationContent`. */
  tenths: number;
  textStart: number;
}

/** Flags: from a script without vowels; optional. */
export const tokenFlag = { vowelless: 1, minor: 2 } as const;

/** Rows for a number of tokens, and the end of the texts. */
export function tokenRowsOf(count: number, rowOf: (token: number) => TokenRow, textEnd: number): TokenRows {
  const rows = new Uint32Array((count + 1) * width);
  for (let token = 0; token < count; token++) {
    const { codeStart, codeLength, letters, flags, tenths, textStart } = rowOf(token);
    rows.set([codeStart, letters, flags | (tenths << 8) | (codeLength << 16), textStart], token * width);
  }
  rows[count * width + 3] = textEnd;
  return rows;
}

export function codeStartOf(rows: TokenRows, token: number): number {
  return rows[token * width]!;
}

export function codeLengthOf(rows: TokenRows, token: number): number {
  return rows[token * width + 2]! >>> 16;
}

export function lettersOf(rows: TokenRows, token: number): number {
  return rows[token * width + 1]!;
}

export function isVowelless(rows: TokenRows, token: number): boolean {
  return (rows[token * width + 2]! & tokenFlag.vowelless) !== 0;
}

export function isMinor(rows: TokenRows, token: number): boolean {
  return (rows[token * width + 2]! & tokenFlag.minor) !== 0;
}

/** Information content in bits. */
export function bitsOfToken(rows: TokenRows, token: number): number {
  return ((rows[token * width + 2]! >>> 8) & 0xff) / 10;
}

export function textStartOf(rows: TokenRows, token: number): number {
  return rows[token * width + 3]!;
}

export function textLengthOf(rows: TokenRows, token: number): number {
  return rows[(token + 1) * width + 3]! - rows[token * width + 3]!;
}
