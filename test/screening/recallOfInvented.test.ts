import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Listed } from '../../src/screening/lists/listed.ts';
import { indexLists } from '../../src/screening/loading/indexLists.ts';
import { screen } from '../../src/screening/search/screen.ts';
import { altered, generatedPeople, random } from '../bench/support/generatedPeople.ts';
import { indexOf } from '../support/listed.ts';

const COUNT = 4000;

test('finds nearly all invented people despite a typing error, with few false matches', () => {
  const listed = [...generatedPeople(COUNT, 1)];
  const index = indexOf(...listed);
  const next = random(9);
  const screened = (people: Listed[], { slip = false } = {}) =>
    people.map(({ id, names, birthDates }) => {
      const fullName = slip ? altered(names[0]!.text, next) : names[0]!.text;
      const hits = screen(index, { person: { fullName, dateOfBirth: birthDates[0]! } });
      return { mine: hits.find((hit) => hit.id === id)?.score ?? 0, best: hits[0]?.score ?? 0 };
    });
  const strangers = screened([...generatedPeople(2000, 2)]).map(({ best }) => best);
  const threshold = strangers.sort((a, b) => b - a)[Math.floor(0.01 * strangers.length)]!;
  const found = screened(listed.slice(0, 1000), { slip: true }).filter(({ mine }) => mine > threshold);
  expect(threshold).toBeLessThan(1);
  expect(found.length / 1000).toBeGreaterThanOrEqual(0.9);
});

test('every primary name and strong alias of the small lists finds its own entity', async () => {
  const index = await indexLists([join(import.meta.dirname, 'fixtures')]);
  const { entityJson, entityJsonStart, entityFlags } = index.columns;
  const names = Array.from(entityFlags, (_, row) => {
    const json = Buffer.from(entityJson.subarray(entityJsonStart[row], entityJsonStart[row + 1])).toString();
    return JSON.parse(json) as Listed;
  }).flatMap(({ id, topics, names }) =>
    // An entry without a topic never causes an alert.
    (topics.length > 0 ? names : [])
      .filter(({ quality }) => quality !== 'weak')
      .map(({ text }) => ({ id, text })),
  );
  expect(names.length).toBeGreaterThan(20);
  expect(
    names.filter(
      ({ id, text }) =>
        !screen(index, { person: { fullName: text } }).some(({ sources }) =>
          sources.some((source) => source.id === id),
        ),
    ),
  ).toEqual([]);
});
