import { expect, test } from 'vitest';
import type { Alignment } from '../../src/screening/compare/alignment.ts';
import {
  type Circumstances,
  logOdds,
  maxLogOdds,
  wholeNameFloor,
} from '../../src/screening/compare/evidence.ts';
import type { Listed } from '../../src/screening/lists/listed.ts';
import { screen } from '../../src/screening/search/screen.ts';
import { altered, generatedPeople, random } from '../bench/support/generatedPeople.ts';
import { indexOf, listed } from '../support/listed.ts';

test('the terms of a hit add up to its score', () => {
  const people = [...generatedPeople(3000, 5)];
  const index = indexOf(
    ...people.map(
      (person, i): Listed => ({
        ...person,
        identifiers: [{ type: 'passport', country: 'RS', number: `P${100_000 + i}` }],
      }),
    ),
    listed('common', ['Mohammed Ali'], { birthDates: ['1961-04-17'] }),
  );
  const next = random(3);
  let hits = 0;
  for (let i = 0; i < 600; i++) {
    const one = people[Math.floor(next() * people.length)]!;
    const number = `P${100_000 + Math.floor(next() * people.length)}`;
    const person = {
      fullName: i === 0 ? 'Mohammed Ali' : altered(one.names[0]!.text, next),
      dateOfBirth: i === 0 ? '1959-01-15' : i % 2 === 1 ? one.birthDates[0] : undefined,
      nationalities: i % 3 === 0 ? ['RS'] : [],
      identifiers: i % 4 === 0 ? [{ country: i % 8 === 0 ? 'RS' : undefined, number }] : [],
    };
    for (const { score, explain } of screen(index, { person })) {
      const sum = explain.weights.terms.reduce((total, { value }) => total + value, 0);
      expect(explain.weights.sum).toBeCloseTo(sum, 6);
      expect(score).toBeCloseTo(Math.min(0.9999, 1 / (1 + Math.exp(-0.18 * (sum + 6)))), 4);
      expect(explain.weights.score).toBe(score);
      hits += 1;
    }
  }
  expect(hits).toBeGreaterThan(500);
});

test('no score exceeds the bound that excludes names', () => {
  const next = random(7);
  const some = (max: number) => (next() < 0.3 ? 0 : next() * max);
  for (let i = 0; i < 20_000; i++) {
    const alignment: Alignment = {
      pairs: [],
      matchedBits: some(60),
      onlyQuery: some(40),
      onlySyllables: Math.floor(some(3)),
      onlyListed: some(40),
      opposed: Math.floor(some(3)),
      order: 'same',
      mixedRomanisations: false,
      common: -some(4),
      crossesScripts: false,
      hasSyllables: false,
    };
    const date = (['same', 'near', 'few_years', 'different', 'not_listed'] as const)[i % 5]!;
    const circumstances: Circumstances = {
      weak: false,
      isThing: false,
      organisation: false,
      date,
      isDateProven: i % 2 === 0,
      country: 'same',
    };
    const odds = logOdds(alignment, circumstances);
    const total = odds + wholeNameFloor(alignment, circumstances, odds);
    expect(maxLogOdds(alignment, alignment, circumstances)).toBeGreaterThanOrEqual(total);
  }
});
