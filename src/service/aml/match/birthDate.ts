import type { DateVerdict } from '../hit.ts';

/**
 * What a date of birth says beside the listed ones; the kindest of them counts. January 1 on a list
 * often stands for the year alone and is read so. Days are `yyyymmdd`; listed approximate ones negative.
 */
export function birthDate(
  from: number,
  to: number,
  dates: Int32Array,
  start: number,
  end: number,
): DateVerdict {
  if (from === 0) return 'not_given';
  let best: DateVerdict = start === end ? 'not_listed' : 'different';
  for (let i = start; i < end; i += 2) {
    const verdict = compared(from, to, dates[i]!, dates[i + 1]!);
    if (rank[verdict] > rank[best]) best = verdict;
  }
  return best;
}

const rank: Record<DateVerdict, number> = {
  not_given: 0,
  not_listed: 0,
  different: 0,
  near: 1,
  close: 2,
  compatible: 3,
  same_year: 4,
  same: 5,
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
  return years <= (wide ? 3 : 1) ? 'near' : 'different';
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
