import { readdirSync } from 'node:fs';
import bidiJs, { type Bidi } from 'bidi-js';
import { describe, expect, test } from 'vitest';
import { PHONE_EXAMPLE } from '../../src/widget/form/morePage.ts';
import { fillText } from '../../src/widget/locales/fillText.ts';
import { isolated } from '../../src/widget/locales/isolated.ts';
import { directionOf, languageTags } from '../../src/widget/locales/languageTags.ts';
import { labelled, listed, sentences } from '../../src/widget/locales/punctuation.ts';
import { quoted } from '../../src/widget/locales/quoted.ts';
import { chosenWords, findingsOf, stringsOf, type Text, textsIn } from './support/texts.ts';

const tags = [...languageTags];
const words = chosenWords();
/** A language with undecided findings is still being reviewed, so the rules do not apply yet. */
const isDecided = (tag: string) => findingsOf(tag).every(({ decision }) => decision !== '');
const same = (text: string) => text.normalize('NFC').toLowerCase().replaceAll('\u00ad', '');

test('each language has its review findings and its terms', () => {
  const files = readdirSync(new URL('../../src/widget/locales/findings/', import.meta.url));
  expect(files.map((file) => file.replace('.md', '')).sort()).toEqual([...tags].sort());
  expect([...words.keys()].sort()).toEqual([...tags].sort());
});

describe.each(tags)('%s', (tag) => {
  const guard = test.skipIf(!isDecided(tag));
  const text = async (key: string) => textsIn(tag).get(key) as string;
  const has = async (key: string, word: string) => {
    expect(same(await text(key)), `${key} in ${tag}`).toContain(same(word));
  };

  guard('the box for one name speaks of the family name, not of the given name alone', async () => {
    const mononym = same(await text('details.mononym'));
    const family = same(await text('details.familyName'));
    // The label of the field, or as much of it as an inflected form keeps.
    expect(
      stems(family).some((stem) => mononym.includes(stem)),
      `“${mononym}” of “${family}”`,
    ).toBe(true);
  });

  guard('a refusal does not sound like a success', async () => {
    const { stopped } = words.get(tag)!;
    await has('canceled.title', stopped);
    expect(same(await text('submitted.title'))).not.toContain(same(stopped));
    const success = lettersOf(await text('submitted.title'));
    const refusal = lettersOf(await text('canceled.title'));
    expect(refusal.filter((word) => word.length > 3 && success.includes(word))).toEqual([]);
  });

  guard('the comparing with lists is not called like the whole check', async () => {
    const { check } = words.get(tag)!;
    await has('frame.label', check);
    expect(same(await text('consent.check.title'))).not.toContain(same(check));
  });

  guard('photos and site have one word each', async () => {
    const { photo, site } = words.get(tag)!;
    for (const key of ['selfie.lead', 'sending.title', 'consent.keptPhotos']) await has(key, photo);
    for (const key of ['frame.backToSite', 'submitted.text', 'submitted.returning']) await has(key, site);
  });

  guard('signs and spaces are those of the language', async () => {
    for (const [key, string] of stringsOf(textsIn(tag))) {
      expect(typographyFaults(tag, string), `${key}: ${string}`).toEqual([]);
    }
  });

  guard('an address for e-mail is called one', async () => {
    const label = lettersOf(await text('details.email'));
    const error = same(await text('fieldErrors.email_invalid'));
    const stems = label.map((word) => word.slice(0, Math.max(2, Math.ceil(word.length * 0.6))));
    expect(
      stems.every((stem) => error.includes(stem)),
      `“${error}” of “${label}”`,
    ).toBe(true);
  });
});

test.each(tags)('%s: a phone number is shown in dialling order', async (tag) => {
  const hint = textsIn(tag).get('details.phoneHint') as string;
  const text = shown(fillText(tag, hint, { example: PHONE_EXAMPLE }), directionOf(tag));
  expect(text).toContain(PHONE_EXAMPLE.slice(1, -1));
});

test('labels in a row stand apart, with the comma of the language', () => {
  expect(['en', 'de', 'ru', 'am', 'ar', 'ja', 'zh-Hans'].map((tag) => listed(tag, ['1', '2', '3']))).toEqual([
    '1, 2, 3',
    '1, 2, 3',
    '1, 2, 3',
    '1፣ 2፣ 3',
    '1، 2، 3',
    '1、2、3',
    '1、2、3',
  ]);
});

test.each(['am', 'fa', 'th'] as const)('%s names the calendar of the date of birth', async (tag) => {
  const texts = textsIn(tag);
  const parts = ['details.dateOfBirth', 'details.year'].map((key) => texts.get(key) as Text);
  const calendars: Record<string, RegExp> = {
    am: /ጎርጎር|ፈረንጅ|አውሮፓ|እ\.ኤ\.አ/,
    fa: /میلادی/,
    th: /ค\.?ศ\.?|คริสต์/,
  };
  expect(parts.join(' ')).toMatch(calendars[tag]!);
});

test.each(tags)('%s: the reference number for support is shown in order', async (tag) => {
  const reference = textsIn(tag).get('problem.reference') as string;
  const id = 'req_01JQ-7/4';
  expect(shown(fillText(tag, reference, { id: isolated(id) }), directionOf(tag))).toContain(id);
});

test.each(tags)('%s quotes a sign with the quotation marks of its texts', async (tag) => {
  const permission = textsIn(tag).get('selfie.permission') as string;
  const [before, after] = quoted(tag, '/').split('/');
  expect(permission.indexOf(before!), permission).toBeGreaterThanOrEqual(0);
  expect(permission.slice(permission.indexOf(before!) + 1)).toContain(after);
});

test('sentences and labels are joined by the rules of the language', () => {
  expect(sentences('en', 'One.', undefined, 'Two.')).toBe('One. Two.');
  expect(sentences('ja', '一。', '二。')).toBe('一。二。');
  expect(['en', 'fr', 'zh-Hant'].map((tag) => labelled(tag, 'a', 'b'))).toEqual([
    'a: b',
    'a\u00a0: b',
    'a：b',
  ]);
});

/** The text as it stands on the screen from left to right. */
function shown(text: string, direction: 'ltr' | 'rtl'): string {
  // Its types say what CommonJS would give.
  const bidi = (bidiJs as unknown as () => Bidi)();
  const levels = bidi.getEmbeddingLevels(text, direction);
  const order = bidi.getReorderedIndices(text, levels);
  return order.map((at: number) => text[at]).join('');
}

function lettersOf(text: string): string[] {
  return same(text).match(/[\p{L}\p{M}]+/gu) ?? [];
}

/** A label without its inflected end, or its Arabic article: of its longest word, and of the whole. */
function stems(label: string): string[] {
  const longest = lettersOf(label).reduce((a, b) => (b.length > a.length ? b : a), '');
  return [label, longest, longest.replace(/^ال/, ''), longest.slice(0, Math.max(2, longest.length - 2))];
}

/** Typographic faults by the rules of the language. */
function typographyFaults(tag: string, text: string): string[] {
  const rules: [string, boolean][] = [
    ['straight quote', /["']/.test(text)],
    ['two spaces', / {2}/.test(text)],
    ['space at an end', text !== text.trim()],
    ['not composed', text !== text.normalize('NFC')],
    ['space before a sign', tag !== 'fr' && /\s[?!;:,.](?!\S)/.test(text.replace(/ …/g, ''))],
    ['no narrow space before ? ! ;', tag === 'fr' && /[^\u202f][?!;]/.test(text)],
    ['no hard space before :', tag === 'fr' && /[^\u00a0]:(?!\/)/.test(text)],
    ['no hard space within « »', tag === 'fr' && /«[^\u00a0\u202f]|[^\u00a0\u202f]»/.test(text)],
    [
      'Latin full stop',
      /^(ja|zh)/.test(tag) && /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]\.(\s|$)/u.test(text),
    ],
    ['Latin full stop', /^(ur|hi|bn|hy|am)$/.test(tag) && /[\p{L}\p{M}]\.$/u.test(text)],
    ['Latin question mark', /^(ar|fa|ur)$/.test(tag) && text.includes('?')],
    ['Latin comma', /^(ar|fa|ur)$/.test(tag) && /[^\d],/.test(text)],
  ];
  return rules.flatMap(([fault, isThere]) => (isThere ? [fault] : []));
}
