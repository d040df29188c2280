import { expect, test } from 'vitest';
import { countryCodes } from '../../src/contract/countries.ts';
import { dateOrder } from '../../src/widget/locales/dateOrder.ts';
import { languageTags } from '../../src/widget/locales/languageTags.ts';

/** For as long as `act` runs, a browser with these languages. */
function withLanguages<T>(languages: string[], act: () => T): T {
  const descriptor = Object.getOwnPropertyDescriptor(globalThis, 'navigator')!;
  Object.defineProperty(globalThis, 'navigator', { value: { languages }, configurable: true });
  try {
    return act();
  } finally {
    Object.defineProperty(globalThis, 'navigator', descriptor);
  }
}

/** The order of the short date as the CLDR of Node has it, in the calendar that passports have. */
function orderInCldr(tag: string): string[] {
  const format = new Intl.DateTimeFormat(tag, { calendar: 'gregory', dateStyle: 'short' });
  const parts = format.formatToParts(0).map(({ type }) => type as string);
  return parts.filter((type) => ['day', 'month', 'year'].includes(type));
}

/** Those that CLDR has data of the language for. */
const regionsOf = (language: string) =>
  countryCodes
    .map((code) => `${language}-${code}`)
    .filter((tag) => new Intl.DateTimeFormat(tag).resolvedOptions().locale === tag);

test.each([...languageTags])('the date order of %s matches CLDR', (tag) => {
  expect(withLanguages([], () => dateOrder(tag))).toEqual(orderInCldr(tag));
});

test.each(['en es fr de sv zh-Hans zh-Hant pt-PT ar nl fa sr-Latn'.split(' ')].flat())(
  'the date order of %s matches CLDR in each region',
  (tag) => {
    const { language } = new Intl.Locale(tag);
    const wrong = regionsOf(language).filter((region) => {
      const order = withLanguages([region], () => dateOrder(tag));
      return order.join() !== orderInCldr(region).join();
    });
    expect(wrong).toEqual([]);
  },
);

test.each([
  ['mt', 'mt', 'day,month,year'],
  ['en-GB', 'en', 'day,month,year'],
  ['en-US', 'en', 'month,day,year'],
  ['fr-CA', 'fr', 'year,month,day'],
  ['zh-TW', 'zh-Hant', 'year,month,day'],
])('for a browser in %s the date in %s is %s', (language, tag, order) => {
  expect(withLanguages([language], () => dateOrder(tag)).join()).toBe(order);
});
