import type { Listed, ListedName, PublicFunction } from './listed.ts';

/** The values that are not null, without duplicates. */
export function known(values: readonly (string | null)[]): string[] {
  return [...new Set(values.filter((value) => value !== null))];
}

/** An entity as built by a reader: missing values are `undefined`, an empty text or an empty list. */
type Draft = Omit<Listed, (typeof optional)[number]> & {
  [Field in (typeof optional)[number]]?: Listed[Field] | undefined;
};

/** Removes missing values. A million entities are stored in this form. */
export function withoutBlanks(draft: Draft): Listed {
  const entity: Partial<Record<string, unknown>> = { ...draft };
  for (const field of optional) {
    const value = draft[field];
    if (value === undefined || value.length === 0) delete entity[field];
  }
  return entity as unknown as Listed;
}

const optional = [
  'nationalities',
  'residences',
  'placesOfBirth',
  'gender',
  'identifiers',
  'programmes',
  'listedOn',
  'position',
  'functions',
  'links',
  'remarks',
] as const;

/** Merges equal names in order. A merged name has the best quality and all own dates of birth of its duplicates. */
export function mergedNames(names: readonly ListedName[]): ListedName[] {
  const byText = new Map<string, ListedName>();
  for (const name of names) {
    const before = byText.get(name.text);
    byText.set(name.text, before ? merged(before, name) : name);
  }
  return [...byText.values()];
}

function merged(before: ListedName, { quality, birthDates = [] }: ListedName): ListedName {
  const best = before.quality === 'weak' ? quality : before.quality;
  const dates = [...new Set([...(before.birthDates ?? []), ...birthDates])];
  return { text: before.text, quality: best, ...(dates.length > 0 ? { birthDates: dates } : {}) };
}

/**
 * Why a listed name is unusable: it was read or written in the wrong encoding.
 * @returns a clause for an error message; `null` if the name is readable
 */
export function unreadableName(text: string): string | null {
  if (/[\u0000-\u0008\u000e-\u001f\u007f-\u009f]/.test(text)) return 'a name with control characters';
  const marks = text.match(/[?\uFFFD]/g)?.length ?? 0;
  const letters = text.match(/[\p{L}\p{N}]/gu)?.length ?? 0;
  return marks > 1 && marks >= letters ? 'a name with replaced letters, such as ???' : null;
}

/** Whether a name looks like UTF-8 that was read as windows-1252, such as `JosÃ©`. */
export function isMojibake(text: string): boolean {
  return mojibake.test(text);
}

/** Matches a lead byte of UTF-8 followed by a continuation byte, both decoded as windows-1252. */
const mojibake =
  /[\u00C2-\u00F4][\u0080-\u00BF\u0152\u0153\u0160\u0161\u0178\u017D\u017E\u0192\u02C6\u02DC\u2013\u2014\u2018-\u201A\u201C-\u201E\u2020-\u2022\u2026\u2030\u2039\u203A\u20AC\u2122]/;

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

/**
 * Parses a date of birth as lists write it. Returns EDTF (ISO 8601-2), or null if the text is not a date: `27 Feb
 * 1968`, `Feb. 1968`, `1968`, `circa 1968`, `1960 to 1965`, `Between Aug. and Sep. 1977`, `1950s`, `01 Jan 1960 to 31
 * Dec 1962`, `13/04/1968`, `00/00/1968`, `dd/mm/1968`, `1968-02-27`. An approximate interval is `1960/1965~`.
 */
export function partialDate(text: string): string | null {
  const plain = text.trim().toLowerCase().replace(/\.$/, '');
  const circa = /^(circa|approximately|approx\.?|about|around|c\.?)\s*(?=[\da-z])/.exec(plain);
  const about = circa && /^c\.?$/.test(circa[1]!) && !/\d/.test(plain[circa[0].length]!) ? null : circa;
  const mark = about ? '~' : '';
  const [first, last] = ends(about ? plain.slice(about[0].length) : plain);
  if (last === undefined) {
    const decade = /^(\d{3})0s$/.exec(first);
    if (decade) return `${decade[1]}0/${decade[1]}9${mark}`;
    const date = single(first);
    return date && `${date}${mark}`;
  }
  const to = single(last);
  const year = to?.slice(0, 4);
  const from = single(first) ?? (year ? single(`${first} ${year}`) : null);
  return from && to && from <= to ? `${from}/${to}${mark}` : null;
}

/** The two ends of an interval, or a single date. */
function ends(text: string): [string, string?] {
  const years = /^(\d{4})\s*[-–/]\s*(\d{4})$/.exec(text);
  if (years) return [years[1]!, years[2]!];
  const [first = '', last] = text
    .replace(/^(between|from)\s+/, '')
    .split(text.startsWith('between') ? /\s+and\s+/ : /\s+to\s+/);
  return last === undefined ? [first] : [first, last];
}

function single(text: string): string | null {
  const iso = /^(\d{4})(?:-(\d\d))?(?:-(\d\d))?$/.exec(text.replace(/t.*$/, ''));
  if (iso) return dateOf(iso[1], iso[2], iso[3]);
  const slashed = /^(\d{1,2}|dd?)\/(\d{1,2}|mm?)\/(\d{4})$/.exec(text);
  if (slashed) return dateOf(slashed[3], number(slashed[2]), number(slashed[1]));
  const worded = /^(?:(\d{1,2})[\s.]+)?(?:([a-z]{3})[a-z]*[.,]?\s*)?(\d{4})$/.exec(text);
  if (!worded) return null;
  const month = worded[2] ? months.indexOf(worded[2]) + 1 : 0;
  return worded[2] && !month ? null : dateOf(worded[3], number(String(month)), number(worded[1]));
}

/** Two digits; `00` for a placeholder such as `dd`. */
function number(part = '0'): string {
  return /^\d/.test(part) ? part.padStart(2, '0') : '00';
}

function dateOf(year = '', month = '00', day = '00'): string | null {
  if (year < '1800' || year > '2100') return null;
  if (month === '00' || month > '12') return year;
  const last = new Date(Date.UTC(Number(year), Number(month), 0)).getUTCDate();
  return day === '00' || Number(day) > last ? `${year}-${month}` : `${year}-${month}-${day}`;
}

/** A public function without empty fields; dates in EDTF. */
export function publicFunction({
  title,
  level,
  since,
  until,
}: Record<'title', string> &
  Partial<Record<'level' | 'since' | 'until', string | undefined>>): PublicFunction {
  const [from, to] = [partialDate(since ?? ''), partialDate(until ?? '')];
  return { title, ...(level && { level }), ...(from && { since: from }), ...(to && { until: to }) };
}
