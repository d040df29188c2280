import type { CountryVerdict } from './verdicts.ts';

/** Whether the person's countries and the listed ones (`countryNumber`s, from `start` to `end`) share one. */
export function countryVerdict(
  given: number[],
  listed: Uint16Array,
  start: number,
  end: number,
): CountryVerdict {
  if (given.length === 0) return 'not_given';
  if (start === end) return 'not_listed';
  for (let i = start; i < end; i++) if (given.includes(listed[i]!)) return 'same';
  return 'different';
}
