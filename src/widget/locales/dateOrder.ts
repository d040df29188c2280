import { regionalTag } from './regionalTag.ts';

export type DatePart = 'day' | 'month' | 'year';

/** The languages whose short date does not begin with the day. (CLDR 48.) */
const ORDERS: Record<string, DatePart[]> = {
  ...orderOf('af fa hu ja ko lt sv zh-Hans zh-Hant', ['year', 'month', 'day']),
  ...orderOf('en fil', ['month', 'day', 'year']),
};

/**
 * Day, month and year as the language orders them. A browser is asked for a region of the language alone (`en-GB`), and only
 * if it knows it: one without Maltese would order a date in Maltese as in English.
 */
export function dateOrder(tag: string): DatePart[] {
  const regional = regionalTag(tag);
  const isAsked = regional !== tag && Intl.DateTimeFormat.supportedLocalesOf(regional).length > 0;
  return isAsked ? shortDateOrder(regional) : (ORDERS[tag] ?? ['day', 'month', 'year']);
}

/** The order of the short date, in the calendar that passports have: other forms of a date have other orders in CLDR. */
export function shortDateOrder(tag: string): DatePart[] {
  const format = new Intl.DateTimeFormat(tag, { calendar: 'gregory', dateStyle: 'short' });
  const parts = format.formatToParts(0).map(({ type }) => type);
  return parts.filter((type): type is DatePart => type === 'day' || type === 'month' || type === 'year');
}

function orderOf(tags: string, order: DatePart[]) {
  return Object.fromEntries(tags.split(' ').map((tag) => [tag, order]));
}
