import { readdirSync } from 'node:fs';
import { brotliCompressSync } from 'node:zlib';
import { match } from '@formatjs/intl-localematcher';
import { expect, test } from 'vitest';
import { documentTextFiles } from '../../src/widget/document/documentTextFiles.ts';
import { bestLocale } from '../../src/widget/locales/bestLocale.ts';
import { fillText } from '../../src/widget/locales/fillText.ts';
import { handoffFiles, handoffTexts } from '../../src/widget/locales/handoffFiles.ts';
import { directionOf, languageTags, type OtherLanguage } from '../../src/widget/locales/languageTags.ts';
import { textFiles } from '../../src/widget/locales/textFiles.ts';
import { walletFiles } from '../../src/widget/locales/walletFiles.ts';
import { englishTexts, textsIn } from './support/texts.ts';

const others = languageTags.filter((tag) => tag !== 'en');

const FORMS = ['zero', 'one', 'two', 'few', 'many', 'other'];

/** Every text by its path: a string, or one string for each form of a number. */
function flat(texts: object, path = ''): [string, string | Record<string, string>][] {
  return Object.entries(texts).flatMap(([key, value]): [string, string | Record<string, string>][] => {
    const isText = typeof value === 'string' || Object.keys(value).every((form) => FORMS.includes(form));
    return isText ? [[`${path}${key}`, value]] : flat(value, `${path}${key}.`);
  });
}

/** What the page loads of a language, with the texts of messages and of the hosted page, which the service reads. */
const textsOf = async (tag: OtherLanguage) =>
  new Map([
    ...flat(await textFiles[tag].start()),
    ...flat(await textFiles[tag].rest()),
    ...flat(await handoffTexts(tag)),
    ...flat({ wallet: await walletFiles[tag]() }),
    ...flat({ document: await documentTextFiles[tag]() }),
    ...[...textsIn(tag)].filter(([key]) => /^(mail|page)\./.test(key)),
  ]);
const english = englishTexts;
const placeholders = (text: string) => (text.match(/\{\w+\}/g) ?? []).sort();

/** The numbers up to 200 of a plural form. A form for a single number may spell it out. */
function numbersOf(tag: string, form: string): number[] {
  const rules = new Intl.PluralRules(tag);
  return Array.from({ length: 201 }, (_, n) => n).filter((n) => rules.select(n) === form);
}

test('there are 62 languages and no other files', () => {
  expect(new Set(languageTags).size).toBe(62);
  expect(Object.keys(textFiles).sort()).toEqual([...others].sort());
  expect(Object.keys(handoffFiles).sort()).toEqual([...others].sort());
  const files = readdirSync(new URL('../../src/texts/languages/', import.meta.url));
  expect(files.map((file) => file.replace(/\.json$/, '')).sort()).toEqual([...others].sort());
});

test.each(others)('%s has every text with its placeholders and plural forms', async (tag) => {
  const texts = await textsOf(tag);
  expect([...texts.keys()].sort()).toEqual([...english.keys()].sort());
  const forms = new Intl.PluralRules(tag).resolvedOptions().pluralCategories;
  for (const [key, text] of english) {
    const translated = texts.get(key)!;
    if (typeof text === 'string') {
      expect([key, placeholders(translated as string)]).toEqual([key, placeholders(text)]);
      continue;
    }
    expect([key, Object.keys(translated).sort()]).toEqual([key, [...forms].sort()]);
    for (const [form, words] of Object.entries(translated)) {
      const isWord = placeholders(words).length === 0 && numbersOf(tag, form).length === 1;
      expect([key, form, isWord ? ['{n}'] : placeholders(words)]).toEqual([key, form, ['{n}']]);
    }
  }
});

/** Words that are the same in some languages as in English. */
const SHARED =
  /^(Test mode|\(optional\)|Email address|Send|Camera|Region|Start|Name|County|Province|Photo|Contact: \{contact\})$/i;

test.each(others)('no English is left in %s', async (tag) => {
  const left = [...(await textsOf(tag))].filter(([key, text]) => {
    const source = english.get(key);
    return typeof text === 'string' && text === source && /[a-z]{4}/i.test(text) && !SHARED.test(text);
  });
  expect(left).toEqual([]);
});

test.each(others)('%s weighs no more than 5.3 kB', async (tag) => {
  const weigh = (texts: object) => brotliCompressSync(JSON.stringify(texts)).length;
  expect(weigh(await textFiles[tag].start()) + weigh(await textFiles[tag].rest())).toBeLessThan(5300);
  // Those of the hand-off come apart, to people at a computer.
  expect(weigh(await handoffTexts(tag))).toBeLessThan(1200);
  // Those of the document come to people who may show one.
  expect(weigh(await documentTextFiles[tag]())).toBeLessThan(1300);
});

test.each([
  ['pt', 'pt-BR'],
  ['pt-PT', 'pt-PT'],
  ['pt-AO', 'pt-PT'],
  ['es-MX', 'es-419'],
  ['es-ES', 'es'],
  ['zh-TW', 'zh-Hant'],
  ['zh-HK', 'zh-Hant'],
  ['zh-CN', 'zh-Hans'],
  ['sr', 'sr-Cyrl'],
  ['sr-ME', 'sr-Latn'],
  ['no', 'nb'],
  ['nn', 'nb'],
  ['tl', 'fil'],
  ['iw', 'he'],
  ['de-AT', 'de'],
  ['en-GB', 'en'],
  ['en-US@posix', 'en'],
  ['', 'en'],
])('“%s” shows %s', async (wished, shown) => {
  expect(await bestLocale([wished], languageTags)).toBe(shown);
});

test('the shortcut without the matcher finds the same language', async () => {
  const tags = [...languageTags];
  for (const tag of tags)
    expect([tag, await bestLocale([tag], tags)]).toEqual([tag, match([tag], tags, 'en')]);
  for (const tag of ['fr-CA', 'ar-EG', 'hi-IN', 'uk-UA', 'sr-RS', 'zh-SG', 'ja-JP', 'nl-BE'])
    expect([tag, await bestLocale([tag], tags)]).toEqual([tag, match([tag], tags, 'en')]);
});

test('the second preference is used if the first is not supported', async () => {
  expect(await bestLocale(['xx', null, 'fr'], languageTags)).toBe('fr');
});

test('digits and plural forms follow the language', () => {
  const left = { one: '{n} próba', few: '{n} próby', many: '{n} prób', other: '{n} próby' };
  expect([1, 2, 5, 22].map((n) => fillText('pl', left, { n }))).toEqual([
    '1 próba',
    '2 próby',
    '5 prób',
    '22 próby',
  ]);
  expect(fillText('fa', '{step}', { step: 12 })).toBe('۱۲');
  expect(fillText('en', '{unknown} stays', {})).toBe('{unknown} stays');
});

test.each([...languageTags, 'ckb', 'my'])('%s: numbers have the digits of the language', (tag) => {
  for (const n of [0, 3, 1234567890, 0.5])
    expect(fillText(tag, '{n}', { n })).toBe(new Intl.NumberFormat(tag, { useGrouping: false }).format(n));
});

test('an exact tag takes precedence over the tag of its script', async () => {
  const available = [...languageTags, 'zh-Hant-HK'];
  expect(await bestLocale(['zh-Hant-HK'], available)).toBe('zh-Hant-HK');
  expect(await bestLocale(['zh-TW'], available)).toBe('zh-Hant');
});

test('four languages are right-to-left, and right-to-left languages of a site too', () => {
  expect(['ps', 'dv', 'ku-Arab', 'ku'].map(directionOf)).toEqual(['rtl', 'rtl', 'rtl', 'ltr']);
  expect(languageTags.filter((tag) => directionOf(tag) === 'rtl')).toEqual(['ar', 'he', 'fa', 'ur']);
});
