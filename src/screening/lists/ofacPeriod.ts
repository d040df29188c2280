import { partialDate } from './partialDate.ts';
import type { XmlElement } from './XmlElement.ts';

/** Dates of OFAC's Advanced XML, in EDTF. */
export const ofacPeriod = {
  /** A `DatePeriod`: from the earliest start to the latest end; whole months and years are said as such. */
  period(period: XmlElement): string | null {
    const [start] = period.all('Start');
    const [end] = period.all('End');
    const circa = [start, end].some((side) => side?.attribute('Approximate') === 'true') ? 'circa ' : '';
    const from = dayOf(start?.all('From')[0]);
    const to =
      dayOf(end?.all('To')[0] ?? end?.all('From')[0]) ?? (end ? null : dayOf(start?.all('To')[0])) ?? from;
    if (!from || !to) return null;
    return partialDate(circa + (whole(from, to) ?? `${from} to ${to}`));
  },

  /** A `Date` with year, month and day, as far as they are given. */
  date(date: XmlElement): string | null {
    const day = dayOf(date);
    return day && partialDate(day);
  },
};

function dayOf(point: XmlElement | undefined): string | null {
  const year = point?.value('Year') ?? '';
  if (!/^\d{4}$/.test(year)) return null;
  const rest = ['Month', 'Day']
    .map((part) => point!.value(part))
    .map((part) => (part === '' ? '' : part.padStart(2, '0')));
  const end = rest.indexOf('');
  return [year, ...(end === -1 ? rest : rest.slice(0, end))].join('-');
}

/** `1962-01-01` to `1962-12-31` is the year 1962; a whole month likewise. */
function whole(from: string, to: string): string | null {
  if (from === to) return from;
  const [year, month, day] = from.split('-');
  const last = new Date(Date.UTC(Number(year), Number(month), 0)).getUTCDate();
  if (day === '01' && to === `${year}-${month}-${last}`) return `${year}-${month}`;
  if (from.endsWith('-01-01') && to === `${year}-12-31`) return year!;
  const [, years] = /^(\d{4})-01-01$/.exec(from) ?? [];
  const [, until] = /^(\d{4})-12-31$/.exec(to) ?? [];
  return years && until ? `${years} to ${until}` : null;
}
