import { regionalTag } from './regionalTag.ts';

export type DatePart = 'day' | 'month' | 'year';

/**
 * Date orders of languages and regions that do not start with the day, and of regions that differ from their language.
 * From CLDR 48 instead of the browser, because a browser without data for a language would use the order of another
 * one.
 */
const ORDERS: Record<string, DatePart[]> = {
  ...orderOf('af fa hu ja ko lt sv zh en-CA en-JP en-SE en-ZA fr-CA', ['year', 'month', 'day']),
  ...orderOf('en-US en-AS en-BI en-GU en-MH en-MP en-PH en-PR en-UM en-VI es-PA es-PR fil', [
    'month',
    'day',
    'year',
  ]),
  ...orderOf('sv-AX sv-FI zh-HK zh-MO zh-SG', ['day', 'month', 'year']),
};

/** The order of day, month and year in a language, by the browser's region. */
export function dateOrder(tag: string): DatePart[] {
  const { language, region } = new Intl.Locale(regionalTag(tag));
  // English without a region is treated as that of the United States.
  const country = region ?? (language === 'en' ? 'US' : '');
  const order = ORDERS[`${language}-${country}`];
  return order ?? (language === 'en' ? undefined : ORDERS[language]) ?? ['day', 'month', 'year'];
}

function orderOf(tags: string, order: DatePart[]) {
  return Object.fromEntries(tags.split(' ').map((tag) => [tag, order]));
}
