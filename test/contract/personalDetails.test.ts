import { expect, test } from 'vitest';
import { fieldErrors } from '../../src/contract/fieldErrors.ts';
import { personalDetailsFor } from '../../src/contract/personalDetails.ts';

const ADA = {
  givenName: 'Ada',
  familyName: 'Lovelace',
  dateOfBirth: '1985-12-10',
  nationalities: ['GB'],
  address: { line1: '12 St James’s Square', city: 'London', country: 'GB' },
};

const refusals = (details: unknown, mode: 'live' | 'test' = 'live') => {
  const result = personalDetailsFor(mode).safeParse(details);
  return result.success ? [] : fieldErrors(result.error).map(({ pointer, code }) => `${pointer} ${code}`);
};

test.each([
  ['plain', {}],
  ['apostrophes and hyphens', { givenName: 'Seán-Óg', familyName: 'O’Connor' }],
  ['Arabic with ZWNJ', { givenName: 'می‌نا', familyName: 'حسینی' }],
  ['Devanagari marks', { givenName: 'रजनी', familyName: 'अहलूवालिया' }],
  ['a mononym', { givenName: undefined, familyName: 'Suharto', mononym: true }],
])('accepts %s', (_, change) => {
  expect(refusals(JSON.parse(JSON.stringify({ ...ADA, ...change })))).toEqual([]);
});

test.each([
  ['a missing given name', { givenName: undefined }, ['#/givenName given_name_required']],
  ['a mononym with two names', { mononym: true }, ['#/givenName given_name_with_mononym']],
  ['digits in a name', { familyName: 'L0velace' }, ['#/familyName name_characters']],
  ['a name of punctuation', { familyName: "-'" }, ['#/familyName name_characters']],
  ['an empty name', { familyName: '  ' }, ['#/familyName required']],
  ['U+0000', { address: { ...ADA.address, city: 'Lon\0don' } }, ['#/address/city control_character']],
  ['a day that does not exist', { dateOfBirth: '2023-02-29' }, ['#/dateOfBirth date_invalid']],
  ['a date before 1900', { dateOfBirth: '1899-12-31' }, ['#/dateOfBirth date_out_of_range']],
  ['a date to come', { dateOfBirth: '2999-01-01' }, ['#/dateOfBirth date_out_of_range']],
  ['a country that does not exist', { nationalities: ['XX'] }, ['#/nationalities/0 country_invalid']],
  ['a nationality twice', { nationalities: ['GB', 'GB'] }, ['#/nationalities duplicate']],
  ['a phone number without plus', { phone: '004915112345678' }, ['#/phone phone_invalid']],
  ['an unknown field', { shoeSize: 41 }, ['#/shoeSize unknown_field']],
  ['a missing address', { address: undefined }, ['#/address required']],
])('refuses %s', (_, change, expected) => {
  expect(refusals(JSON.parse(JSON.stringify({ ...ADA, ...change })))).toEqual(expected);
});

test('reserved names are accepted in test mode only', () => {
  const reserved = { ...ADA, familyName: 'IDVTEST_APPROVE' };
  expect(refusals(reserved, 'test')).toEqual([]);
  expect(refusals(reserved, 'live')).toEqual(['#/familyName name_characters']);
});

test('names are stored in NFC without leading and trailing spaces', () => {
  const parsed = personalDetailsFor('live').parse({ ...ADA, givenName: ' Zoe\u0308 ' });
  expect(parsed.givenName).toBe('Zoë');
});
