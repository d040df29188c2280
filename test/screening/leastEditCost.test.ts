import { expect, test } from 'vitest';
import {
  editCost,
  leastEditCost,
  plainCosts,
  unit,
  vowellessCosts,
} from '../../src/screening/compare/similarity.ts';
import { PhoneticForm } from '../../src/screening/names/PhoneticForm.ts';
import { random } from '../bench/support/generatedPeople.ts';

const next = random(8);
const any = (letters: string) => letters[Math.floor(next() * letters.length)]!;
const phoneticCode = (letters: string) =>
  PhoneticForm.of(Array.from({ length: 1 + Math.floor(next() * 8) }, () => any(letters)).join(''));

test.each([
  ['plain', plainCosts],
  ['vowelless', vowellessCosts],
])('the cost bound by letters holds for every pair of sounds: %s', (_, costs) => {
  for (let i = 0; i < 20_000; i++) {
    const letters = i % 2 === 0 ? 'aeioubdhjkstvzSC' : 'abgmnrst';
    const [a, b] = [phoneticCode(letters), phoneticCode(letters)];
    const cost = editCost(a, b, costs, Number.POSITIVE_INFINITY);
    const found = leastEditCost(a, b, costs, Number.POSITIVE_INFINITY);
    expect(found).toBeLessThanOrEqual(cost + 1e-9);
  }
});

test('a letter without similar letters has its full cost', () => {
  expect(leastEditCost(PhoneticForm.of('mar'), PhoneticForm.of('bar'), plainCosts, unit)).toBe(unit);
});

test.each([
  ['plain', plainCosts],
  ['vowelless', vowellessCosts],
])('a comparison ends early only if the cost is above the limit: %s', (_, costs) => {
  for (let i = 0; i < 20_000; i++) {
    const letters = i % 2 === 0 ? 'aeioubdhjkstvzSC' : 'abgmnrst';
    const [a, b] = [phoneticCode(letters), phoneticCode(letters)];
    const cost = editCost(a, b, costs, Number.POSITIVE_INFINITY);
    expect(editCost(a, b, costs, cost)).toBe(cost);
  }
});

test('two letters in reverse order are found at the limit of their cost', () => {
  expect(editCost(PhoneticForm.of('san'), PhoneticForm.of('sna'), plainCosts, 0.35 * unit)).toBe(0.35 * unit);
});
