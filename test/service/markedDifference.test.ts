import { expect, test } from 'vitest';
import {
  type Compared,
  differenceOf,
  differenceText,
} from '../../src/service/desk/pages/markedDifference.ts';

/** A value with its marked letters in brackets. */
const shown = (compared: Compared, text: string, other: string) =>
  differenceOf(compared, text, other)
    .map(({ text, isDifferent }) => (isDifferent ? `[${text}]` : text))
    .join('');

test.each<[Compared, string, string, string]>([
  ['name', 'KOWALSKA ANNA', 'Kowalski Anna', 'KOWALSK[A] ANNA'],
  ['name', 'Kowalski Anna', 'KOWALSKA ANNA', 'Kowalsk[i] Anna'],
  // The order of words, capitals and transliterations are no differences.
  ['name', 'MUELLER SCHMIDT', 'Schmitt Müller', 'MUELLER SCHMI[D]T'],
  ['name', 'IVANOV PETR', 'Иванов Семён', 'IVANOV [PETR]'],
  ['name', 'O’Neil', 'O’Neill', 'O’Neil'],
  ['name', 'O’Neill', 'O’Neil', 'O’Neill'],
  ['name', 'ANNA MARIA', 'Anna', 'ANNA [MARIA]'],
  ['name', 'Anna', 'ANNA MARIA', 'Anna'],
  ['name', 'DOE', 'Quist', '[DOE]'],
  ['name', 'ANNA ANNA', 'Anna', 'ANNA [ANNA]'],
  ['name', '', 'Anna', ''],
  ['places', '1990-05-17', '1990-05-18', '1990-05-1[7]'],
  ['places', '2032-04-15', '2023-04-15', '20[32]-04-15'],
  ['places', 'RX4071552', 'RX407155', 'RX407155[2]'],
  ['places', 'RX407155', 'RX4071552', 'RX407155'],
  ['whole', 'ROU', 'BG', '[ROU]'],
  ['whole', 'RO', 'RO', 'RO'],
])('as %s, “%s” beside “%s”', (compared, text, other, expected) => {
  expect(shown(compared, text, other)).toBe(expected);
});

test('the letters are said in words', () => {
  const name = (label: string, text: string, other: string) => ({
    name: label,
    runs: differenceOf('name', text, other),
  });
  expect(differenceText(name('you', 'ANNA MARIA', 'Anna'), name('the details', 'Anna', 'ANNA MARIA'))).toBe(
    '“MARIA” in you, nothing in the details',
  );
});
