import { expect, test } from 'vitest';
import { readDetails } from '../../src/widget/form/readDetails.ts';

const form = (...entries: [string, string][]) => {
  const data = new FormData();
  for (const [name, value] of entries) data.append(name, value);
  return data;
};

test('puts fields where their names say', () => {
  const data = form(
    ['givenName', ' Ada '],
    ['nationalities.0', 'GB'],
    ['nationalities.1', 'FR'],
    ['address.city', 'London'],
  );
  expect(readDetails(data)).toEqual({
    givenName: 'Ada',
    nationalities: ['GB', 'FR'],
    address: { city: 'London' },
  });
});

test('leaves out what is empty, but not a missing answer', () => {
  const data = form(['givenName', ''], ['middleName', ' '], ['nationalities.0', ''], ['address.line2', '']);
  expect(readDetails(data)).toEqual({ givenName: '', nationalities: [''], address: {} });
});

test('a ticked mononym is true', () => {
  expect(readDetails(form(['mononym', 'on'], ['familyName', 'Suharto']))).toMatchObject({
    mononym: true,
    familyName: 'Suharto',
  });
});
