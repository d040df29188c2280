import { expect, test } from 'vitest';
import { Screen } from '../../src/contract/amlScreening.ts';

test.each([
  ['the year zero', '0000', 'date_out_of_range'],
  ['before anybody alive', '1899-12', 'date_out_of_range'],
  ['the future', '3000-01-01', 'date_out_of_range'],
  ['no date', '1961-13', 'date_invalid'],
])('a screening refuses %s as a date of birth', (_, dateOfBirth, code) => {
  const { error } = Screen.safeParse({ person: { fullName: 'Zoran Quillfeather', dateOfBirth } });
  expect(error?.issues.map(({ message }) => message)).toEqual([code]);
});

test.each(['1961', '1961-04', '1961-04-17', '1900'])('a screening accepts %s', (dateOfBirth) => {
  expect(Screen.safeParse({ person: { fullName: 'Zoran Quillfeather', dateOfBirth } }).success).toBe(true);
});
