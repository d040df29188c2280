import { maxParts } from '../names/nameParts.ts';
import { PhoneticForm } from '../names/PhoneticForm.ts';
import { type NameColumns, tokenFlag } from './nameColumns.ts';
import type { Progress } from './pickPairs.ts';
import { readPhoneticForm } from './readPhoneticForm.ts';

/** A listed part that is left: where it stands in its name, how it sounds, what it says in bits. */
export class LeftPart {
  at = 0;
  token = 0;
  bits = 0.5;
  readonly form = PhoneticForm.of('');
}

/** Work space: made anew for every name they would cost more than the comparing. */
export const leftParts = Array.from({ length: maxParts }, () => new LeftPart());

/** Fills `leftParts` with what has met nothing and says something; gives back how many these are. */
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

/** The listed part that follows immediately, if it is left as well. */
export function leftAfter(k: number, left: number): LeftPart | null {
  const next = k + 1 < left ? leftParts[k + 1]! : null;
  return next !== null && next.at === leftParts[k]!.at + 1 ? next : null;
}
