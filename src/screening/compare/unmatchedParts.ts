import { maxParts } from '../names/nameParts.ts';
import { PhoneticForm } from '../names/PhoneticForm.ts';
import { type NameColumns, tokenFlag } from './nameColumns.ts';
import type { Progress } from './pickPairs.ts';
import { readPhoneticForm } from './readPhoneticForm.ts';

/** An unmatched listed part: its position in its name, its phonetic code, its information content in bits. */
export class UnmatchedPart {
  at = 0;
  token = 0;
  bits = 0.5;
  readonly form = PhoneticForm.of('');
}

/** Scratch memory: allocating these for every name would cost more than comparing. */
export const unmatchedParts = Array.from({ length: maxParts }, () => new UnmatchedPart());

/** Fills `unmatchedParts` with the unmatched parts that carry information, and returns their number. */
export function gatherUnmatched(columns: NameColumns, { start, count, usedListed }: Progress): number {
  const { nameTokens, tokenBits, tokenFlags } = columns;
  let left = 0;
  for (let at = 0; at < count; at++) {
    const token = nameTokens[start + at]!;
    if (usedListed & (1 << at) || tokenFlags[token]! & tokenFlag.minor) continue;
    const one = unmatchedParts[left++]!;
    one.at = at;
    one.token = token;
    one.bits = tokenBits[token]! / 10;
    readPhoneticForm(columns, token, one.form);
  }
  return left;
}

/** The listed part that follows immediately, if it is unmatched too. */
export function unmatchedAfter(k: number, left: number): UnmatchedPart | null {
  const next = k + 1 < left ? unmatchedParts[k + 1]! : null;
  return next !== null && next.at === unmatchedParts[k]!.at + 1 ? next : null;
}
