/** How two name parts matched. */
export type PartMatch =
  | 'same'
  | 'spelling'
  | 'initial'
  | 'nickname'
  | 'joined'
  | 'romanisation'
  | 'truncated';

/** How the given date of birth compares with the listed ones: `near` within two years, `few_years` within five, `apart` within ten. */
export type DateVerdict =
  | 'same'
  | 'same_year'
  | 'compatible'
  | 'close'
  | 'near'
  | 'few_years'
  | 'apart'
  | 'different'
  | 'not_given'
  | 'not_listed';

/** How the given countries compare with the listed ones. */
export type CountryVerdict = 'same' | 'different' | 'not_given' | 'not_listed';

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

/** The two letters of a country code in 16 bits. */
export function countryNumber(code: string): number {
  return (code.charCodeAt(0) << 8) | code.charCodeAt(1);
}
