import { expect, test } from 'vitest';
import { possibleMatchThreshold } from '../../src/screening/search/finding.ts';
import { search } from '../../src/screening/search/screen.ts';
import type { Subject } from '../../src/screening/search/subject.ts';
import { indexOf, listed } from '../support/listed.ts';

const index = indexOf(
  listed('o', ['Zemlyanika International Manufacturing Group LLC'], { kind: 'organisation' }),
  listed('b', ['Quillfether Development Bank'], { kind: 'organisation' }),
  listed('s', ['Quimica Urnavera de Imaginaria S.A.'], { kind: 'organisation' }),
  listed('w', ["Worker's Party for Sea Quill Farming"], { kind: 'organisation' }),
  listed('p', ['Francisco Aurelio TESTHERNANDEZ']),
  listed('m', ['Muhammad QUILLFETHER']),
);

test.each([
  ['abbreviations', 'Zemlyanika Intl Mfg Grp LLC'],
  ['abbreviations with full stops', 'Zemlyanika Int. Mfg. Grp.'],
  ['its acronym', 'ZIMG'],
  ['its acronym with full stops', 'Z.I.M.G.'],
  ['its acronym and the legal form', 'ZIMG LLC'],
  ['the 35 characters of a payment message', 'Zemlyanika International Manufactur'],
  ['the 20 characters of a card', 'Zemlyanika Internati'],
  ['a branch', 'Zemlyanika International Manufacturing Group LLC, London Branch'],
])('an organisation is found by %s', (_, name) => {
  expect(found({ organisation: { name } })).toEqual(['o']);
});

test.each([
  ['with the letters of its legal form', 'QUISA', 's'],
  ['without them', 'QUI', 's'],
  ['with the parts that an apostrophe separates', 'WSPSQF', 'w'],
])('an organisation is found by its acronym %s', (_, name, id) => {
  expect(found({ organisation: { name } })).toEqual([id]);
});

test('an organisation is found by a word in another language', () => {
  expect(found({ organisation: { name: 'Quillfether Development Banco' } })).toEqual(['b']);
});

test('an acronym and a cut name are explained, and their terms add up', () => {
  for (const [name, how] of [
    ['ZIMG', 'initial'],
    ['Zemlyanika Internati', 'truncated'],
  ] as const) {
    const [hit] = search(index, { organisation: { name } }).hits;
    expect(hit?.explain.name?.parts).toMatchObject([{ how }]);
    const sum = hit!.explain.weights.terms.reduce((total, { value }) => total + value, 0);
    expect(hit?.score).toBeCloseTo(1 / (1 + Math.exp(-0.18 * (sum + 6))), 4);
  }
});

test('an acronym is no name of a person', () => {
  expect(found({ person: { fullName: 'ZIMG' } })).toEqual([]);
});

test.each([
  ['Fco Aurelio Testhernandez', 'p'],
  ['Mhd Quillfether', 'm'],
  ['Moh. Quillfether', 'm'],
])('a name with a written short form is found: %s', (fullName, id) => {
  expect(found({ person: { fullName } })).toEqual([id]);
});

function found(subject: Subject): string[] {
  return search(index, subject, { minScore: possibleMatchThreshold }).hits.map(({ id }) => id);
}
