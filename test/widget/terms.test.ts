import { expect, test } from 'vitest';
import { languageTags } from '../../src/widget/locales/languageTags.ts';
import { copies, languagesWithTerms, registerBreaks, termBreaks, twins } from './support/terms.ts';
import { textsIn } from './support/texts.ts';

const tags = [...languageTags];

test('each language has its terms', () => {
  expect(languagesWithTerms.toSorted()).toEqual(tags.toSorted());
});

test.each(tags)('%s keeps to its terms in all its texts', (tag) => {
  expect(termBreaks(tag)).toEqual([]);
});

test.each(tags)('%s keeps to its form of address and to its signs in all its texts', (tag) => {
  expect(registerBreaks(tag)).toEqual([]);
});

test('no English text stands under two keys', () => {
  expect(copies()).toEqual([]);
});

test.each(Object.keys(twins))('%s differ in some language', (pair) => {
  const [one, other] = pair.split(', ') as [string, string];
  const differing = tags.filter((tag) => textsIn(tag).get(one) !== textsIn(tag).get(other));
  expect(differing.length).toBeGreaterThan(0);
});
