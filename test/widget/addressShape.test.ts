import { expect, test } from 'vitest';
import { countryCodes } from '../../src/contract/countries.ts';
import { addressShape, isPostalCode, kindOfRegion } from '../../src/widget/form/addressPage.ts';

test.each([
  ['DE', 'line1 line2 postalCode city'],
  ['GB', 'line1 line2 city postalCode'],
  ['US', 'line1 line2 city region postalCode'],
  ['JP', 'postalCode region city line1 line2'],
  ['HU', 'city line1 line2 postalCode'],
  ['PA', 'line1 line2 city region'],
])('an address of %s has its fields in local order: %s', (country, parts) => {
  expect(addressShape(country).parts.join(' ')).toBe(parts);
});

test('a postal code is required if addresses of the country need it', () => {
  expect(addressShape('GB').required.has('postalCode')).toBe(true);
  expect(addressShape('IE').required.has('postalCode')).toBe(false);
});

test.each([
  ['sw1a1aa', 'GB'],
  ['1000001', 'JP'],
  ['00950', 'PL'],
  ['00-950', 'PL'],
  ['k1a 0b1', 'CA'],
  ['34000', 'TR'],
  ['94107-1234', 'US'],
  ['anything', 'AE'],
])('%s is accepted for %s', (code, country) => {
  expect(isPostalCode(code, country)).toBe(true);
});

test.each([
  ['12345', 'GB'],
  ['1011', 'DE'],
  ['9410', 'US'],
])('%s is refused for %s', (code, country) => {
  expect(isPostalCode(code, country)).toBe(false);
});

test('regions have their local name: state, province, county', () => {
  const kinds = ['US', 'IN', 'CA', 'IT', 'IE', 'AE', 'JP'].map(kindOfRegion);
  expect(kinds).toEqual(['state', 'state', 'province', 'province', 'county', 'region', 'region']);
  const named = countryCodes.filter((country) => kindOfRegion(country) !== 'region');
  expect(named.filter((country) => !addressShape(country).parts.includes('region'))).toEqual([]);
});
