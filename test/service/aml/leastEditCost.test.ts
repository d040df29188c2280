import { expect, test } from 'vitest';
import { editCost } from '../../../src/service/aml/match/editCost.ts';
import { leastEditCost } from '../../../src/service/aml/match/leastEditCost.ts';
import { letterCodes } from '../../../src/service/aml/match/letterCodes.ts';
import { letterMask } from '../../../src/service/aml/match/letterMask.ts';
import { random } from '../../bench/support/generatedPeople.ts';

const next = random(8);
const any = (letters: string) => letters[Math.floor(next() * letters.length)]!;
const sound = (letters: string) =>
  letterCodes(Array.from({ length: 1 + Math.floor(next() * 8) }, () => any(letters)).join(''));

test.each([true, false])('no pair of sounds costs less than its letters say, vowelless: %s', (vowelless) => {
  for (let i = 0; i < 20_000; i++) {
    const letters = i % 2 === 0 ? 'aeioubdhjkstvzSC' : 'abgmnrst';
    const [a, b] = [sound(letters), sound(letters)];
    const cost = editCost(a, 0, a.length, b, 0, b.length, vowelless, Number.POSITIVE_INFINITY);
    const least = leastEditCost(letterMask(a), a.length, letterMask(b), b.length, vowelless);
    expect(least).toBeLessThanOrEqual(cost + 1e-9);
  }
});

test('a letter that nothing is near costs all of itself', () => {
  const [a, b] = [letterCodes('mar'), letterCodes('bar')];
  expect(leastEditCost(letterMask(a), 3, letterMask(b), 3, false)).toBe(1);
});
