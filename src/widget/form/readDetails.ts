import type { DetailsFields } from '../../contract/detailsFields.ts';
import { latinDigits } from '../locales/latinDigits.ts';

/**
 * The typed values as the object that the contract's schema validates. Omits hidden and empty fields. Normalizes
 * dashes, spaces, quotes and digits from keyboards and copied text.
 * @param typed by the path of the value.
 */
export function readDetails(typed: Readonly<Record<string, string>>, fields: DetailsFields) {
  const text = (path: string) => tidy(typed[path] ?? '') || undefined;
  const name = (path: string) =>
    text(path)
      ?.replace(/[‐-―−]/g, '-')
      .replace(/[´`]/g, '’');
  const unless = <Value>(field: keyof DetailsFields, value: Value) =>
    fields[field] === 'hidden' ? undefined : value;
  const isMononym = typed['mononym'] === 'true';
  return withoutEmpty({
    givenName: isMononym ? undefined : name('givenName'),
    middleName: isMononym ? undefined : unless('middleName', name('middleName')),
    familyName: name(isMononym ? 'fullName' : 'familyName'),
    nativeName: unless('nativeName', name('nativeName')),
    mononym: isMononym || undefined,
    dateOfBirth: dateOf(typed),
    nationalities: unless('nationalities', nationalitiesOf(typed)),
    countryOfBirth: unless('countryOfBirth', text('countryOfBirth')),
    address: unless('address', groupOf(text, 'address', ADDRESS)),
    email: unless('email', text('email')),
    phone: unless('phone', phoneOf(text('phone'))),
    nationalId: unless('nationalId', groupOf(text, 'nationalId', NATIONAL_ID)),
  });
}

const ADDRESS = ['line1', 'line2', 'city', 'region', 'postalCode', 'country'];
const NATIONAL_ID = ['country', 'type', 'number'];

function tidy(text: string): string {
  return text.replace(/[\s\u200e\u200f\u202a-\u202e]+/g, ' ').trim();
}

/** The typed date; `undefined` if nothing was typed. An impossible date is left to the schema. */
function dateOf(typed: Readonly<Record<string, string>>): string | undefined {
  const part = (name: string, length: number) =>
    latinDigits(typed[`dateOfBirth.${name}`] ?? '')
      .trim()
      .padStart(length, '0');
  const parts = [part('year', 4), part('month', 2), part('day', 2)];
  return parts.every((digits) => /^0*$/.test(digits)) ? undefined : parts.join('-');
}

function nationalitiesOf(typed: Readonly<Record<string, string>>): string[] | undefined {
  const codes = Object.keys(typed)
    .filter((path) => path.startsWith('nationalities.'))
    .sort()
    .map((path) => typed[path]!);
  const present = codes.filter((code, position) => code !== '' || position > 0);
  return present.length > 0 ? present : undefined;
}

function groupOf(text: (path: string) => string | undefined, group: string, keys: readonly string[]) {
  const value = withoutEmpty(Object.fromEntries(keys.map((key) => [key, text(`${group}.${key}`)])));
  return Object.keys(value).length > 0 ? value : undefined;
}

function phoneOf(phone: string | undefined): string | undefined {
  return (
    phone &&
    latinDigits(phone)
      .replace(/[\s()./-]/g, '')
      .replace(/^00/, '+')
  );
}

function withoutEmpty(value: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(value).filter(([, part]) => part !== undefined));
}
