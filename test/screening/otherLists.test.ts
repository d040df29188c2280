import { expect, test } from 'vitest';
import type { ScreeningIndex } from '../../src/screening/index/screeningIndex.ts';
import { screen } from '../../src/screening/search/screen.ts';
import type { Person } from '../../src/screening/search/subject.ts';
import { altered, generatedPeople, random } from '../bench/support/generatedPeople.ts';
import { indexOf } from '../support/listed.ts';

const listed = [...generatedPeople(120, 11)].map((one) => ({ ...one, id: `listed-${one.id}` }));
// The same seed gives the others the same parts of names, so that these are no longer rare on the lists together.
const others = [...generatedPeople(8000, 11)];
const alone = indexOf(...listed);
const beside = indexOf(...listed, ...others);

test('a score is the same whatever other lists are loaded', () => {
  const next = random(3);
  let compared = 0;
  for (const { id, names, birthDates } of listed) {
    const { text } = names[0]!;
    const initial = `${text[0]} ${text.split(' ').at(-1)}`;
    for (const fullName of [text, altered(text, next), initial])
      for (const dateOfBirth of [undefined, birthDates[0]]) {
        const score = scoreOf(alone, id, { fullName, dateOfBirth });
        if (score < 0.7) continue;
        compared += 1;
        expect(scoreOf(beside, id, { fullName, dateOfBirth })).toBe(score);
      }
  }
  expect(compared).toBeGreaterThan(500);
});

function scoreOf(index: ScreeningIndex, id: string, person: Person): number {
  const hits = screen(index, { person }, { limit: 1000 });
  return hits.find(({ sources }) => sources.some((source) => source.id === id))?.score ?? 0;
}
