import type { Mode } from '../../contract/mode.ts';
import type { Organisation, Person, Subject } from '../../screening/screening.ts';
import { purposes } from '../crypto/purposes.ts';
import type { Vault } from '../crypto/vault.ts';
import type { FoundHit } from './foundHit.ts';

/** A customer and their details: what a resolution belongs to. */
export interface Screenee {
  mode: Mode;
  /** `customerOf` */
  customer: string;
  subject: Subject;
}

/**
 * The key under which a resolution is stored: a keyed fingerprint of the customer, of their details, and of the content of the
 * list entry. Spacing, capitals and the order of nationalities make no difference; another date of birth does.
 */
export function hitKey(
  vault: Vault,
  { mode, customer, subject }: Screenee,
  { id, contentHash }: Pick<FoundHit, 'id' | 'contentHash'>,
): string {
  return vault.fingerprint(
    purposes.hitResolution,
    JSON.stringify([mode, customer, identityOf(subject), id, contentHash]),
  );
}

/** The key of all resolutions for one customer, regardless of later changes to the entries: a keyed fingerprint. */
export function subjectKey(vault: Vault, { mode, customer, subject }: Screenee): string {
  return vault.fingerprint(purposes.hitSubject, JSON.stringify([mode, customer, identityOf(subject)]));
}

/** The key of the resolutions for all customers with the same details: a keyed fingerprint. */
export function personKey(vault: Vault, mode: Mode, subject: Subject): string {
  return vault.fingerprint(purposes.hitSubject, JSON.stringify([mode, identityOf(subject)]));
}

function identityOf({ person, organisation }: Subject) {
  return person ? normalised(person) : organisationOf(organisation);
}

function normalised(person: Person): (string | string[])[] {
  const { givenName, middleName, familyName, fullName, nativeName } = person;
  const name = fullName ?? [givenName, middleName, familyName].filter(Boolean).join(' ');
  return [
    plain(name),
    plain(nativeName ?? ''),
    person.dateOfBirth ?? '',
    [...new Set(person.nationalities ?? [])].sort(),
    person.countryOfBirth ?? '',
    ...(person.identifiers?.length ? [numbers(person.identifiers)] : []),
  ];
}

function organisationOf({ name, countries = [], identifiers = [] }: Organisation): (string | string[])[] {
  return ['organisation', plain(name), [...new Set(countries)].sort(), numbers(identifiers)];
}

function numbers(identifiers: NonNullable<Person['identifiers']>): string[] {
  return identifiers.map(({ country = '', number }) => `${country} ${plain(number)}`).sort();
}

function plain(name: string): string {
  return name.normalize('NFKC').toLowerCase().replaceAll(/\s+/g, ' ').trim();
}

const FULL_DATE = /^\d{4}-\d\d-\d\d$/;

/**
 * Whether the subject can be distinguished from namesakes, by a full date of birth or an identifier. For other subjects the
 * decisions for other customers are not even shown.
 */
export function hasDistinguishingFacts({ person, organisation }: Subject): boolean {
  const hasNumber = ((person ?? organisation)?.identifiers?.length ?? 0) > 0;
  return hasNumber || FULL_DATE.test(person?.dateOfBirth ?? '');
}
