import { expect, test } from 'vitest';
import { dateOrder, shortDateOrder } from '../../src/widget/locales/dateOrder.ts';
import { languageTags } from '../../src/widget/locales/languageTags.ts';

/** For as long as `act` runs, a browser with these languages. */
function withLanguages<T>(languages: string[], act: () => T): T {
  const own = Object.getOwnPropertyDescriptor(globalThis, 'navigator')!;
  Object.defineProperty(globalThis, 'navigator', { value: { languages }, configurable: true });
  try {
    return act();
  } finally {
    Object.defineProperty(globalThis, 'navigator', own);
  }
}

test.each([...languageTags])('%s orders a date as CLDR does', (tag) => {
  expect(withLanguages([], () => dateOrder(tag))).toEqual(shortDateOrder(tag));
});

test.each([
  ['mt', 'mt', 'day,month,year'],
  ['mt-MT', 'mt', 'day,month,year'],
  ['en-GB', 'en', 'day,month,year'],
  ['en-US', 'en', 'month,day,year'],
  ['fr-CA', 'fr', 'year,month,day'],
  ['zh-TW', 'zh-Hant', 'year,month,day'],
])('for a browser in %s the date in %s is %s', (language, tag, order) => {
  expect(withLanguages([language], () => dateOrder(tag)).join()).toBe(order);
});
