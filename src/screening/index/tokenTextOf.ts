import type { NameColumns } from '../compare/nameColumns.ts';

/** The text of a token. */
export function tokenTextOf({ tokenText, tokenTextStart }: NameColumns, token: number): string {
  return String.fromCharCode(...tokenText.subarray(tokenTextStart[token], tokenTextStart[token + 1]));
}
