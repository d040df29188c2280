import { countryCodes } from '../../contract/countries.ts';
import { canonicalTag } from '../locales/languageTags.ts';

export interface CountryName {
  code: string;
  name: string;
}

/** Countries by population: of two equally good matches, the more populous country comes first. */
const POPULOUS = (
  'IN CN US ID PK NG BR BD RU MX ET JP PH EG CD VN IR TR DE TH GB TZ FR ZA IT KE MM CO KR UG ES DZ IQ AR UA CA PL MA SA ' +
  'UZ PE AF MY AO MZ GH YE NP VE CI CM NE AU LK ML SY TW KZ RO CL NL EC SN BE CU PT SE CZ GR HU AT CH IE NZ DK FI NO'
).split(' ');
const SUGGESTED = 5;

const cache = new Map<string, CountryNames>();

/** The countries in one language, in its sort order, searchable by any common name. */
export class CountryNames {
  readonly all: readonly CountryName[];
  /** Suggestions for the empty field: the countries in which the language is spoken. */
  readonly suggested: readonly CountryName[];
  readonly #tag: string;
  #keys: Map<string, string[]> | null = null;

  /** @param tag the language, BCP 47. Its country names are loaded and sorted once. */
  static in(tag: string): CountryNames {
    const names = cache.get(tag) ?? new CountryNames(tag);
    cache.set(tag, names);
    return names;
  }

  private constructor(tag: string) {
    this.#tag = tag;
    const names = namesIn(tag);
    const { compare } = new Intl.Collator(tag);
    this.all = countryCodes
      .map((code) => ({ code, name: names.of(code) ?? code }))
      .sort((a, b) => compare(a.name, b.name));
    this.suggested = this.#suggested();
  }

  nameOf(code: string): string {
    return this.all.find((country) => country.code === code)?.name ?? '';
  }

  #suggested(): CountryName[] {
    const locales = [...navigator.languages.flatMap(canonicalTag), this.#tag].map((tag) =>
      new Intl.Locale(tag).maximize(),
    );
    const { language } = locales.at(-1)!;
    const regions = locales.map(({ region }) => region!);
    const speaking = POPULOUS.filter((code) => languageOf(code) === language);
    const codes = [...new Set([...regions, ...speaking])];
    const countries = codes.map((code) => this.all.find((country) => country.code === code));
    return countries.filter((country) => country !== undefined).slice(0, SUGGESTED);
  }

  /** The matching countries, best first; all countries for an empty text. */
  find(text: string): CountryName[] {
    const query = foldName(text);
    if (query === '') return [...this.suggested, ...this.all.filter((one) => !this.suggested.includes(one))];
    const ranked = this.all.map((country) => ({ country, rank: this.#rank(country.code, query) }));
    return ranked
      .filter(({ rank }) => rank < NO_MATCH)
      .sort((a, b) => a.rank - b.rank || rankOf(a.country.code) - rankOf(b.country.code))
      .map(({ country }) => country);
  }

  /** The country named by a complete text, as written by autofill or typed without looking at the list. */
  named(text: string): string | undefined {
    const query = foldName(text);
    return query && this.all.find(({ code }) => this.#rank(code, query) === 0)?.code;
  }

  /** The rank of a match: 0 for the full name; then the beginning of the name, the beginning of a word, any part. */
  #rank(code: string, query: string): number {
    this.#keys ??= searchKeys(this.#tag);
    const ranks = this.#keys.get(code)!.map((key) => {
      if (key === query) return 0;
      if (key.startsWith(query)) return 1;
      if (key.includes(` ${query}`)) return 2;
      return query.length > 2 && key.includes(query) ? 3 : NO_MATCH;
    });
    return Math.min(...ranks);
  }
}

const NO_MATCH = 4;

function rankOf(code: string): number {
  const at = POPULOUS.indexOf(code);
  return at < 0 ? POPULOUS.length : at;
}

/**
 * Search keys: the name in the current language, in English and in the country's own language, the code, and common
 * synonyms.
 */
function searchKeys(tag: string): Map<string, string[]> {
  const languages = new Map<string, Intl.DisplayNames>();
  const nameIn = (language: string, code: string) => {
    if (!languages.has(language)) languages.set(language, namesIn(language));
    return languages.get(language)!.of(code) ?? code;
  };
  const keys = (code: string) => [
    ...new Set([
      ...[tag, 'en', languageOf(code)].map((language) => foldName(nameIn(language, code))),
      code.toLowerCase(),
      ...(countryAliases[code] ?? []),
    ]),
  ];
  return new Map(countryCodes.map((code) => [code, keys(code)]));
}

function languageOf(code: string): string {
  return new Intl.Locale(`und-${code}`).maximize().language;
}

function namesIn(language: string): Intl.DisplayNames {
  return new Intl.DisplayNames([language], { type: 'region' });
}

/** Further names that people type, in lower case, without accents. */
const countryAliases: Record<string, string[]> = {
  AE: ['uae', 'emirates', 'dubai', 'abu dhabi'],
  BO: ['bolivia'],
  BN: ['brunei'],
  CD: ['drc', 'dr congo', 'zaire', 'congo kinshasa'],
  CG: ['congo brazzaville'],
  CI: ['ivory coast', 'cote d ivoire'],
  CN: ['prc', 'mainland china'],
  CV: ['cape verde', 'cabo verde'],
  CZ: ['czech republic', 'czechia'],
  DE: ['germany', 'brd'],
  FK: ['malvinas'],
  GB: ['uk', 'great britain', 'britain', 'england', 'scotland', 'wales', 'northern ireland', 'gb'],
  GR: ['hellas'],
  IE: ['eire', 'republic of ireland'],
  IN: ['bharat'],
  IR: ['persia'],
  JP: ['nippon', 'nihon'],
  KP: ['dprk', 'north korea'],
  KR: ['korea', 'south korea', 'republic of korea'],
  LA: ['laos'],
  LK: ['ceylon'],
  MD: ['moldova'],
  MK: ['macedonia', 'north macedonia'],
  MM: ['burma', 'myanmar'],
  MO: ['macao', 'macau'],
  NL: ['holland', 'netherlands'],
  PS: ['palestine', 'gaza', 'west bank'],
  RU: ['russia', 'russian federation'],
  SY: ['syria'],
  SZ: ['swaziland', 'eswatini'],
  TL: ['east timor', 'timor leste'],
  TR: ['turkey', 'turkiye'],
  TW: ['formosa', 'republic of china'],
  TZ: ['tanzania', 'zanzibar'],
  US: ['usa', 'us', 'united states of america', 'america', 'states'],
  VA: ['vatican', 'holy see'],
  VE: ['venezuela'],
  ZA: ['rsa', 'south africa'],
};

const LETTERS: Record<string, string> = {
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  ı: 'i',
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  þ: 'th',
  ħ: 'h',
};

/** A name normalised for comparison: lower case, without accents and punctuation. */
function foldName(name: string): string {
  return name
    .toLowerCase()
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/[øłđðıßæœþħ]/g, (letter) => LETTERS[letter]!)
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}
