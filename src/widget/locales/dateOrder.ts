import { regionalTag } from './regionalTag.ts';

export type DatePart = 'day' | 'month' | 'year';

/** Day, month and year as the language orders them, in the calendar that passports have. */
export function dateOrder(tag: string): DatePart[] {
  const format = new Intl.DateTimeFormat(regionalTag(tag), {
    calendar: 'gregory',
    day: 'numeric',
    month: 'numeric',
    year: 'numeric',
  });
  const parts = format.formatToParts(0).map(({ type }) => type);
  return parts.filter((type): type is DatePart => type === 'day' || type === 'month' || type === 'year');
}
