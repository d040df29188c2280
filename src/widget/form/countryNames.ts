import { countryCodes } from '../../contract/countries.ts';

/** Codes and names of all countries, sorted as the language sorts. */
export function countryNames(language: string): { code: string; name: string }[] {
  const names = new Intl.DisplayNames([language], { type: 'region' });
  const { compare } = new Intl.Collator(language);
  return countryCodes
    .map((code) => ({ code, name: names.of(code) ?? code }))
    .sort((a, b) => compare(a.name, b.name));
}
