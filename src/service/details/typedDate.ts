/** How a document orders day and month; those of the United States begin with the month. */
export type DateOrder = 'day_first' | 'month_first';

interface Reading {
  order: DateOrder;
  /** Whether a date with two digits of the year lies in the past, as a birth does. */
  isPast: boolean;
  /** YYYY-MM-DD */
  today: string;
}

/**
 * A date as somebody types it from a document: `17.05.1990`, `17 MAI/MAY 90`, `1990-05-17`, `17051990`, `05/1990`, `1990`. A
 * day or month of zeros is unknown.
 * @returns `YYYY-MM-DD`, `YYYY-MM` or `YYYY`, as far as it is known; `null` if it is no date.
 */
export function typedDate(text: string, reading: Reading): string | null {
  for (const [year, month, day] of candidates(tokensOf(text), reading.order)) {
    const date = dateOf(yearOf(year, reading), monthOf(month), day === undefined ? 0 : Number(day));
    if (date) return date;
  }
  return null;
}

/** Whether two dates agree as far as both are known. */
export function isSameDate(one: string, other: string): boolean {
  return one.startsWith(other) || other.startsWith(one);
}

type Candidate = readonly [year: string, month?: string | undefined, day?: string | undefined];

/** Numbers and the first name of a month: passports print it twice, as in `MAI/MAY`. */
function tokensOf(text: string): string[] {
  const tokens = text.toUpperCase().match(/\d+|\p{L}{3,}/gu) ?? [];
  const word = tokens.findIndex((token) => /\D/.test(token));
  return tokens.filter((token, index) => index <= word || word < 0 || /^\d/.test(token));
}

function candidates([first, second, third, ...more]: string[], order: DateOrder): Candidate[] {
  if (!first || more.length > 0) return [];
  if (!second) return first.length === 4 ? [[first]] : glued(first, order);
  if (!third) return first.length === 4 ? [[first, second]] : [[second, first]];
  if (first.length === 4) return [[first, second, third]];
  return inOrder(first, second, third, order);
}

function inOrder(first: string, second: string, year: string, order: DateOrder): Candidate[] {
  const both: Candidate[] = [
    [year, second, first],
    [year, first, second],
  ];
  return order === 'day_first' ? both : both.reverse();
}

function glued(digits: string, order: DateOrder): Candidate[] {
  const part = (from: number, to?: number) => digits.slice(from, to);
  if (digits.length !== 8 && digits.length !== 6) return [];
  const year = digits.length - 4;
  return [
    ...inOrder(part(0, 2), part(2, 4), part(4), order),
    [part(0, year), part(year, year + 2), part(year + 2)],
  ];
}

function yearOf(digits: string, { isPast, today }: Reading): number {
  const year = Number(digits);
  if (digits.length === 4) return year;
  if (digits.length !== 2) return Number.NaN;
  const now = Number(today.slice(0, 4));
  const latest = isPast ? now : now + 50;
  const century = now - (now % 100);
  return century + year > latest ? century - 100 + year : century + year;
}

/** The beginnings of the names of months on documents in Latin script. */
const MONTHS = [
  'JAN|ENE|GEN',
  'FEB|FÉV|FEV',
  'MAR|MÄR|MRT|MRZ',
  'APR|AVR|ABR',
  'MAY|MAI|MEI|MAG|MAJ',
  'JUN|JUIN|GIU',
  'JUL|JUIL|LUG',
  'AUG|AOU|AOÛ|AGO',
  'SEP|SET',
  'OCT|OKT|OUT|OTT',
  'NOV',
  'DEC|DEZ|DÉC|DIC',
];

function monthOf(token: string | undefined): number {
  if (token === undefined) return 0;
  if (/^\d+$/.test(token)) return Number(token);
  const found = MONTHS.findIndex((names) => names.split('|').some((name) => token.startsWith(name)));
  return found < 0 ? Number.NaN : found + 1;
}

/** A date whose day, or month and day, may be unknown: zero. */
function dateOf(year: number, month: number, day: number): string | null {
  const isDate = year >= 1880 && year < 2100 && month >= 0 && month <= 12 && day >= 0;
  if (!isDate || day > 31 || (month === 0 && day > 0)) return null;
  if (month > 0 && new Date(Date.UTC(year, month - 1, day || 1)).getUTCMonth() !== month - 1) return null;
  const two = (value: number) => String(value).padStart(2, '0');
  return [String(year), ...(month ? [two(month)] : []), ...(day ? [two(day)] : [])].join('-');
}
