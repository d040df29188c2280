import countries from 'i18n-iso-countries/langs/en.json' with { type: 'json' };
import nationalities from 'i18n-nationality/langs/en.json' with { type: 'json' };
import { iso31661 } from 'iso-3166/1.js';
import { iso31663 } from 'iso-3166/3.js';
import countryNames from './countryNames.json' with { type: 'json' };

/**
 * The code of a country by its name or adjective in lists ("Korea, North", "Iran (Islamic Republic of)", "Tunisian",
 * "IR"): ISO 3166-1 alpha-2, or the four letters of ISO 3166-3 for a former country such as the Soviet Union (`SUHH`).
 * @returns `null` if the text names no known country
 */
export function countryCode(text: string): string | null {
  const name = text.trim();
  if (/^[A-Za-z]{2}([A-Za-z]{2})?$/.test(name) && codes.has(name.toUpperCase())) return name.toUpperCase();
  return byName.get(plain(name)) ?? byName.get(plain(name.replace(besides, ''))) ?? null;
}

/** Remarks that lists append to a country: `(since 2009)`, `as at June 2013`, `citizenship withdrawn in 2002`. */
const besides = /\(.*|\s+(citizen|national|as (of|at)|by birth).*|\..*/i;

/** Reduces a name to its letters: without accents, punctuation, and optional words of a country's name. */
function plain(name: string): string {
  return name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/&/g, ' and ')
    .replace(/\bst\.? /g, 'saint ')
    .replace(/['’.]/g, ' ')
    .replace(/[^a-z]+/g, ' ')
    .replace(/\b(possibly|the|of|s)\b/g, ' ')
    .replace(/ +/g, ' ')
    .trim();
}

/** Former countries. A country that split has a code of its own (ISO 3166-3); a renamed one has its present code. */
const former = iso31663.map(({ alpha4, from, to }) => {
  const today = to.flatMap(({ state, alpha2 }) => (state === 'assigned' ? [alpha2] : []));
  return { code: today.length === 1 ? today[0]! : alpha4, name: from.name };
});

const english = Object.entries<string | string[]>(countries.countries);

const codes = new Set([...english.map(([code]) => code), ...former.map(({ code }) => code)]);

const byName = new Map<string, string>(
  [
    ...Object.entries(nationalities.nationalities).map(([code, name]) => [name, code] as const),
    ...former.map(({ code, name }) => [name, code] as const),
    ...iso31661.map(({ alpha2, name }) => [name, alpha2] as const),
    ...english.flatMap(([code, names]) => [names].flat().map((name) => [name, code] as const)),
    ...Object.entries(countryNames.names).flatMap(([code, names]) =>
      names.map((name) => [name, code] as const),
    ),
  ]
    .map(([name, code]) => [plain(name), code] as const)
    .filter(([name]) => name !== ''),
);

/**
 * The present countries that may stand for a listed one: itself, or the successors of a former country. ISO 3166-3
 * omits those that already had a code (Ukraine and Belarus of the Soviet Union).
 * @param code ISO 3166-1 alpha-2 or ISO 3166-3
 */
export function successors(code: string): readonly string[] {
  return code.length === 2 ? [code] : (bySuccession.get(code) ?? []);
}

const further: Record<string, string[] | undefined> = countryNames.successors;

const bySuccession = new Map(
  iso31663.map(({ alpha4, to }) => {
    const today = to.flatMap(({ state, alpha2 }) => (state === 'assigned' ? [alpha2] : []));
    return [alpha4, [...new Set([...today, ...(further[alpha4] ?? [])])]] as const;
  }),
);
