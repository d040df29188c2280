import { expect, test } from 'vitest';
import { defaultDetailsFields as fields } from '../../src/contract/detailsFields.ts';
import { readDetails } from '../../src/widget/form/readDetails.ts';

test('puts values at their paths, and omits empty ones', () => {
  const typed = {
    givenName: ' Ada ',
    middleName: ' ',
    'nationalities.0': 'GB',
    'nationalities.1': 'FR',
    'address.city': 'London',
    'address.line2': '',
  };
  expect(readDetails(typed, fields)).toEqual({
    givenName: 'Ada',
    nationalities: ['GB', 'FR'],
    address: { city: 'London' },
  });
});

test('an empty form sends nothing', () => {
  expect(readDetails({ 'nationalities.0': '', 'dateOfBirth.day': '' }, fields)).toEqual({});
});

test('reads the single name of a person, and keeps the other typed names', () => {
  const typed = { givenName: 'Haji', familyName: 'Mohamed', fullName: 'Suharto', mononym: 'true' };
  expect(readDetails(typed, fields)).toEqual({ mononym: true, familyName: 'Suharto' });
  expect(readDetails({ ...typed, mononym: 'false' }, fields)).toEqual({
    givenName: 'Haji',
    familyName: 'Mohamed',
  });
});

test('typographic characters of keyboards and copied texts are normalised', () => {
  const typed = { familyName: 'Smith–Jones', givenName: 'O`Brien ', phone: '0044 (20) 7946-0000' };
  expect(readDetails(typed, { ...fields, phone: 'optional' })).toEqual({
    familyName: 'Smith-Jones',
    givenName: 'O’Brien',
    phone: '+442079460000',
  });
});

test('a date is read in the digits of any script', () => {
  const typed = { 'dateOfBirth.day': '٣', 'dateOfBirth.month': '१२', 'dateOfBirth.year': '1985' };
  expect(readDetails(typed, fields)).toEqual({ dateOfBirth: '1985-12-03' });
});

test('hidden fields are not read', () => {
  const typed = { email: 'ada@example.com', 'address.city': 'London' };
  expect(readDetails(typed, { ...fields, address: 'hidden', email: 'optional' })).toEqual({
    email: 'ada@example.com',
  });
});
