import { regionalTag } from './regionalTag.ts';

export type DatePart = 'day' | 'month' | 'year';

/**
 * Languages and regions whose short date does not begin with the day, and regions where it does all the same. (CLDR 48; not
 * from the browser: one that has no data of a language would order its dates as in another.)
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

/** Day, month and year as the language orders them; as the region does of which the browser is. */
export function dateOrder(tag: string): DatePart[] {
  const { language, region } = new Intl.Locale(regionalTag(tag));
  // English without a region is that of the United States.
  const country = region ?? (language === 'en' ? 'US' : '');
  const order = ORDERS[`${language}-${country}`];
  return order ?? (language === 'en' ? undefined : ORDERS[language]) ?? ['day', 'month', 'year'];
}

function orderOf(tags: string, order: DatePart[]) {
  return Object.fromEntries(tags.split(' ').map((tag) => [tag, order]));
}
