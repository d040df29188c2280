import { countryCode } from './countryCode.ts';
import type { Identifier, IdentifierType } from './identifier.ts';
import { identifierType } from './identifierType.ts';
import { known } from './known.ts';
import type { Gender, Listed, ListedName } from './listed.ts';
import { mergedIdentifiers } from './mergedIdentifiers.ts';
import { mergedNames } from './mergedNames.ts';
import { partialDate } from './partialDate.ts';
import { withoutBlanks } from './withoutBlanks.ts';

/** An entity of FollowTheMoney; properties hold texts, or whole entities where the file is nested. */
export interface FtmEntity {
  id: string;
  schema?: string;
  caption?: string;
  properties?: Record<string, unknown>;
  datasets?: unknown;
}

/** What stands on lines of its own about an entity: its sanctions and its documents. */
export interface EntityFacts {
  sanctions: readonly FtmEntity[];
  documents: readonly FtmEntity[];
}

/** A person or an organisation of FollowTheMoney, with what other lines say of it. `names` is empty if it has none. */
export function ftmEntity(entity: FtmEntity, facts: EntityFacts): Listed {
  const all = (...properties: string[]) => known(properties.flatMap((property) => texts(entity, property)));
  const codes = (...properties: string[]) => known(all(...properties).map(countryCode));
  const sanctions = [...facts.sanctions, ...nested(entity, 'sanctions')];
  const datasets = Array.isArray(entity.datasets)
    ? entity.datasets.filter((name) => typeof name === 'string')
    : [];
  const nationalities = codes('nationality', 'citizenship');
  return withoutBlanks({
    id: entity.id,
    kind: entity.schema === 'Person' ? 'person' : 'organisation',
    topics: all('topics'),
    lists: datasets.length > 0 ? [...datasets].sort() : ['opensanctions'],
    names: namesOf(entity),
    birthDates: known(all('birthDate').map(partialDate)),
    countries: known([...nationalities, ...codes('country', 'birthCountry', 'jurisdiction')]),
    nationalities,
    residences: codes('mainCountry'),
    placesOfBirth: all('birthPlace'),
    gender: genders[all('gender')[0] ?? ''],
    identifiers: identifiersOf(entity, [...facts.documents, ...nested(entity, 'passports')]),
    programmes: known([
      ...all('programId'),
      ...sanctions.flatMap((one) => [...texts(one, 'programId'), ...texts(one, 'program')]),
    ]),
    listedOn: known(
      sanctions.flatMap((one) => [...texts(one, 'listingDate'), ...texts(one, 'startDate')].map(partialDate)),
    ).sort()[0],
    position: all('position').join('; '),
    remarks: all('notes').join(' '),
    sourceUrl: `https://www.opensanctions.org/entities/${encodeURIComponent(entity.id)}/`,
  });
}

const genders: Record<string, Gender | undefined> = { male: 'male', female: 'female', other: 'other' };

function namesOf(entity: FtmEntity): ListedName[] {
  const strong = ['name', 'alias', 'previousName'].flatMap((property) => texts(entity, property));
  const built = [...texts(entity, 'firstName').slice(0, 1), ...texts(entity, 'lastName').slice(0, 1)].join(
    ' ',
  );
  const all = [entity.caption ?? '', ...strong, ...(strong.length > 0 ? [] : [built])].filter(Boolean);
  return mergedNames([
    ...all.map((text, i) => ({ text, quality: i === 0 ? ('primary' as const) : ('strong' as const) })),
    ...texts(entity, 'weakAlias').map((text) => ({ text, quality: 'weak' as const })),
  ]);
}

/** The properties that hold numbers, with what they are and who issues them, if that is always the same. */
const numbers: [property: string, type: IdentifierType, country: string | null][] = [
  ['passportNumber', 'passport', null],
  ['idNumber', 'national_id', null],
  ['socialSecurityNumber', 'social_security', null],
  ['taxNumber', 'tax_id', null],
  ['vatCode', 'tax_id', null],
  ['innCode', 'tax_id', 'RU'],
  ['kppCode', 'tax_id', 'RU'],
  ['ogrnCode', 'registration', 'RU'],
  ['okpoCode', 'registration', 'RU'],
  ['registrationNumber', 'registration', null],
  ['uscCode', 'registration', 'CN'],
  ['dunsCode', 'registration', null],
  ['uniqueEntityId', 'registration', null],
  ['npiCode', 'registration', 'US'],
  ['cageCode', 'registration', null],
  ['permId', 'other', null],
  ['leiCode', 'lei', null],
  ['swiftBic', 'swift_bic', null],
  ['bikCode', 'registration', 'RU'],
  ['imoNumber', 'imo', null],
];

function identifiersOf(entity: FtmEntity, documents: readonly FtmEntity[]): Identifier[] {
  const own = numbers.flatMap(([property, type, country]) =>
    texts(entity, property).map((number) => ({ type, country, number })),
  );
  const others = documents.flatMap((document) => {
    const kind = texts(document, 'type')[0] ?? document.schema ?? '';
    const country = texts(document, 'country').map(countryCode)[0] ?? null;
    return ['number', 'passportNumber'].flatMap((property) =>
      texts(document, property).map((number) => ({ type: identifierType(kind), country, number })),
    );
  });
  return mergedIdentifiers([...others, ...own]);
}

function texts(entity: FtmEntity, property: string): string[] {
  const values = entity.properties?.[property];
  return Array.isArray(values) ? values.filter((value) => typeof value === 'string' && value !== '') : [];
}

function nested(entity: FtmEntity, property: string): FtmEntity[] {
  const values = entity.properties?.[property];
  return Array.isArray(values) ? values.filter((value) => typeof value === 'object' && value !== null) : [];
}
