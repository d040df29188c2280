import { maxParts } from '../names/nameParts.ts';
import { PhoneticForm } from '../names/PhoneticForm.ts';
import { type NameColumns, tokenFlag } from './nameColumns.ts';
import type { Progress } from './pickPairs.ts';
import { readPhoneticForm } from './readPhoneticForm.ts';

/** An unmatched listed part: its position in its name, its phonetic code, its information content in bits. */
export class LeftPart {
  at = 0;
  token = 0;
  bits = 0.5;
  readonly form = PhoneticForm.of('');
}

/** Scratch memory: allocating these for every name would cost more than comparing. */
export const leftParts = Array.from({ length: maxParts }, () => new LeftPart());

/** Fills `leftParts` with the unmatched parts that carry information, and returns their number. */
export function gatherLeft(columns: NameColumns, { start, count, usedListed }: Progress): number {
  const { nameTokens, tokenBits, tokenFlags } = columns;
  let left = 0;
  for (let at = 0; at < count; at++) {
    const token = nameTokens[start + at]!;
    if (usedListed & (1 << at) || tokenFlags[token]! & tokenFlag.minor) continue;
    const one = leftParts[left++]!;
    one.at = at;
    one.token = token;
    one.bits = tokenBits[token]! / 10;
    readPhoneticForm(columns, token, one.form);
  }
  return left;
}

/** The listed part that follows immediately, if it is unmatched too. */
export function leftAfter(k: number, left: number): LeftPart | null {
  const next = k + 1 < left ? leftParts[k + 1]! : null;
  return next !== null && next.at === leftParts[k]!.at + 1 ? next : null;
}
