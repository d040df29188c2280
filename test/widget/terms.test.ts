import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { languageTags } from '../../src/widget/locales/languageTags.ts';
import { copies, languagesWithTerms, registerBreaks, termBreaks, twins } from './support/terms.ts';
import { stringsOf, textsIn } from './support/texts.ts';

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

test('no text of a language stands in another file', () => {
  const texts = new Set(
    tags
      .filter((tag) => tag !== 'en')
      .flatMap((tag) => stringsOf(textsIn(tag)))
      .map(([, text]) => text)
      .filter((text) => text.length >= 8),
  );
  const files = ['src', 'demo'].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => `${folder}/${name}`),
  );
  // The walk of the demo waits for a heading of the element; it shows none.
  const left = /^src\/texts\/|node_modules|^demo\/scripts\/tourSteps\.ts$/;
  const code = files.filter((name) => /\.(ts|json|html)$/.test(name) && !left.test(name));
  expect(code.length).toBeGreaterThan(500);
  const found = code.flatMap((name) => {
    const parts = readFileSync(name, 'utf8').split(/['"`<>\n]/);
    return parts.filter((part) => texts.has(part.trim())).map((part) => `${name}: ${part.trim()}`);
  });
  expect(found).toEqual([]);
});

test.each(Object.keys(twins))('%s differ in some language', (pair) => {
  const [one, other] = pair.split(', ') as [string, string];
  const differing = tags.filter((tag) => textsIn(tag).get(one) !== textsIn(tag).get(other));
  expect(differing.length).toBeGreaterThan(0);
});
