import { expect, test } from 'vitest';
import { editCost } from '../../../src/service/aml/match/editCost.ts';
import { Heard } from '../../../src/service/aml/match/Heard.ts';
import { leastEditCost } from '../../../src/service/aml/match/leastEditCost.ts';
import { unit } from '../../../src/service/aml/match/letterCosts.ts';
import { random } from '../../bench/support/generatedPeople.ts';

const next = random(8);
const any = (letters: string) => letters[Math.floor(next() * letters.length)]!;
const sound = (letters: string) =>
  Heard.of(Array.from({ length: 1 + Math.floor(next() * 8) }, () => any(letters)).join(''), false);

test.each([true, false])('no pair of sounds costs less than its letters say, mixed: %s', (mixed) => {
  for (let i = 0; i < 20_000; i++) {
    const letters = i % 2 === 0 ? 'aeioubdhjkstvzSC' : 'abgmnrst';
    const [a, b] = [sound(letters), sound(letters)];
    const cost = editCost(a, b, mixed, Number.POSITIVE_INFINITY);
    const least = leastEditCost(a, b, mixed, Number.POSITIVE_INFINITY);
    expect(least).toBeLessThanOrEqual(cost + 1e-9);
  }
});

test('a letter that nothing is near costs all of itself', () => {
  expect(leastEditCost(Heard.of('mar', false), Heard.of('bar', false), false, unit)).toBe(unit);
});
