import type { NameColumns } from '../compare/nameColumns.ts';

/** The text of a token. */
export function tokenTextOf({ tokenText, tokenTextStart }: NameColumns, token: number): string {
  let text = '';
  for (let i = tokenTextStart[token]!; i < tokenTextStart[token + 1]!; i++)
    text += String.fromCharCode(tokenText[i]!);
  return text;
}
