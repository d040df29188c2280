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
