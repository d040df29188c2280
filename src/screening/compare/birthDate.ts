import type { DateVerdict } from './verdicts.ts';

/**
 * Compares a date of birth with the listed ones, pairs of from and to from `start` to `end`: days as `yyyymmdd`,
 * negative where approximate. The one that agrees best counts. January 1 on a list often stands for the year alone and is read
 * so.
 */
export function birthDate(
  { from, to }: DateRange,
  dates: Int32Array,
  start: number,
  end: number,
): DateVerdict {
  let best: DateVerdict = start === end ? 'not_listed' : 'different';
  for (let i = start; i < end; i += 2) best = kinderDate(best, compared(from, to, dates[i]!, dates[i + 1]!));
  return best;
}

/** The verdict that is stronger evidence for a match. */
export function kinderDate(a: DateVerdict, b: DateVerdict): DateVerdict {
  return rank[b] > rank[a] ? b : a;
}

const rank: Record<DateVerdict, number> = {
  not_given: 0,
  not_listed: 0,
  different: 1,
  apart: 2,
  few_years: 3,
  near: 4,
  close: 5,
  compatible: 6,
  same_year: 7,
  same: 8,
};

function compared(from: number, to: number, listedFrom: number, listedTo: number): DateVerdict {
  const [first, last] = [Math.abs(listedFrom), Math.abs(listedTo)];
  if (from === to && first === last && from === first) return 'same';
  const wide = listedFrom < 0 || year(first) !== year(last);
  if (from <= last && to >= first) return wide ? 'compatible' : 'same_year';
  const placeholder = (first === last && first % 10_000 === 101) || (from === to && from % 10_000 === 101);
  if (placeholder && year(first) === year(from)) return 'compatible';
  if (from === to && first === last && typo(from, first)) return 'close';
  const years = first > to ? year(first) - year(to) : year(from) - year(last);
  if (years === 0) return 'near';
  if (years <= (wide ? 3 : 2)) return 'near';
  if (years <= 5) return 'few_years';
  return years <= 10 ? 'apart' : 'different';
}

function year(day: number): number {
  return Math.floor(day / 10_000);
}

/** Day and month exchanged, or just one of day, month and year different and that by one digit. */
function typo(a: number, b: number): boolean {
  const [first, second] = [a % 10_000, b % 10_000];
  const turned = (first % 100) * 100 + Math.floor(first / 100);
  if (year(a) === year(b) && turned === second) return true;
  let digits = 0;
  for (let [x, y] = [a, b]; x !== y; [x, y] = [Math.floor(x / 10), Math.floor(y / 10)])
    if (x % 10 !== y % 10) digits += 1;
  return digits === 1;
}

/** A date of birth as the days it may mean, `yyyymmdd` numbers, both inclusive. */
export interface DateRange {
  from: number;
  to: number;
  circa: boolean;
}

/** Reads EDTF as `partialDate` writes it, or null: `1968-02-27`, `1968-02`, `1968`, `1968~`, `1960/1965`. */
export function dateRange(text: string): DateRange | null {
  const circa = text.endsWith('~');
  const [first = '', last = first] = (circa ? text.slice(0, -1) : text).split('/');
  const from = day(first, 1);
  const to = day(last, 31);
  return from && to ? { from, to, circa } : null;
}

function day(text: string, fill: 1 | 31): number | null {
  const match = /^(\d{4})(?:-(\d\d)(?:-(\d\d))?)?$/.exec(text);
  if (!match) return null;
  const month = match[2] ?? (fill === 1 ? '01' : '12');
  const date = match[3] ?? String(fill).padStart(2, '0');
  return Number(`${match[1]}${month}${date}`);
}
