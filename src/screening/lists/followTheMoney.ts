import { known, mergedNames, partialDate, publicFunction, withoutBlanks } from './cellValues.ts';
import { countryCode } from './countryCode.ts';
import { isProperty, isSchema, ofPersons } from './ftmModel.ts';
import { type Identifier, type IdentifierType, identifierType, mergedIdentifiers } from './identifier.ts';
import { type Gender, type Listed, type ListedName, listKind, type PublicFunction } from './listed.ts';
import type { ListFile } from './listFile.ts';
import { requireStatedSize } from './publisherIndex.ts';
import type { ListChange, ListReader } from './reader.ts';
import { lines } from './rows.ts';
import { requireUtf8 } from './tableColumns.ts';

/**
 * FollowTheMoney entities as JSON lines, as published by OpenSanctions, and delta files, whose lines are `{op:
 * ADD|MOD|DEL, entity}`. A delta applies to the content of the files before it, and may be empty.
 * Formats: https://www.opensanctions.org/docs/entities/, https://www.opensanctions.org/docs/bulk/delta/
 */
export const followTheMoney: ListReader = {
  kind: 'FollowTheMoney JSON lines',
  isAggregate: true,
  reads: (file) =>
    /\.(json|jsonl|ndjson)$/i.test(file.path) &&
    (/^\s*\{.*("schema"\s*:|"op"\s*:\s*"(ADD|MOD|DEL)")/.test(file.head.split('\n', 1)[0] ?? '') ||
      (isDelta.test(file.path) && file.head.trim() === '')),
  belongs: (file) =>
    /(^|[\\/])(index|delta|statistics|catalog|issues)\.json$/.test(file.path) && /^\s*\{/.test(file.head),
  isDelta: (file) => isDelta.test(file.path) || /^\s*\{\s*"op"\s*:/.test(file.head),
  async *read(file, context) {
    requireUtf8(file);
    await requireStatedSize(file, context.beside);
    const facts = await ftmFacts(file);
    const properties = new Set<string>();
    let number = 0;
    for await (const line of lines(file)) {
      number += 1;
      if (line.trim() === '') continue;
      const change = changeOf(line, facts, properties);
      if (typeof change === 'string') context.onDamaged(number, change);
      else if (change && 'unknown' in change) context.onUnknown(`the schema ${change.unknown}`);
      else if (!change) context.onLeftOut();
      else {
        const odd = 'put' in change && oddity(change.put, line);
        if (odd) context.onOdd(number, odd);
        yield change;
      }
    }
    requireProperties(properties);
    if (facts.newest) context.onPublished(facts.newest);
  },
};

const isDelta = /\.delta\.json$/i;

/**
 * The change of a line; null for entities other than persons and organisations; a string that describes the problem of
 * an invalid line.
 */
function changeOf(
  line: string,
  { of, positions }: FtmFacts,
  properties: Set<string>,
): ListChange | { unknown: string } | null | string {
  let read: unknown;
  try {
    read = JSON.parse(line);
  } catch {
    return 'not JSON';
  }
  const { op, entity } = read as { op?: unknown; entity?: FtmEntity };
  const subject = op === undefined ? (read as FtmEntity) : entity;
  if (typeof subject?.id !== 'string' || subject.id === '') return 'an entity without id';
  if (op === 'DEL') return { drop: subject.id };
  if (op !== undefined && op !== 'ADD' && op !== 'MOD') return `the operation ${String(op)} is unknown`;
  if (!isSchema(subject.schema ?? '')) {
    // A relation that nobody knows loses nobody; a listed entity would be lost.
    const isListed =
      subject.target === true || texts(subject, 'topics').some((one) => listKind(one) !== null);
    if (!subject.schema || isListed) return `the schema ${subject.schema ?? '(none)'} is unknown`;
    return { unknown: subject.schema };
  }
  if (!kinds.has(subject.schema!)) return null;
  if (typeof subject.properties !== 'object') return 'an entity without properties';
  for (const property of Object.keys(subject.properties)) properties.add(property);
  const listEntity = ftmEntity(subject, of.get(subject.id) ?? noFtmFacts, positions);
  if (listEntity.topics.length === 0 && subject.target === true) return 'a target without a topic';
  if (listEntity.names.length > 0) return { put: listEntity };
  // An entity without a topic produces no hit.
  return listEntity.topics.length === 0 ? null : 'an entity without name';
}

/** @throws Error if a property has an unknown name and an expected one is missing: it was renamed */
function requireProperties(properties: ReadonlySet<string>): void {
  const unknown = [...properties].find((name) => !isProperty(name));
  const missing = expected.find((name) => !properties.has(name));
  if (unknown && missing) throw new Error(`the property ${unknown} is unknown, and ${missing} is missing`);
}

const expected = ['name', 'alias', 'weakAlias', 'topics', 'birthDate', 'nationality', 'country'];

function kindOf(schema: string): Listed['kind'] {
  if (schema === 'Vessel' || schema === 'Airplane') return assetKinds[schema];
  if (schema === 'LegalEntity') return 'unknown';
  return schema === 'Person' ? 'person' : 'organisation';
}

/** Describes a contradiction between the declared kind and the content; `null` if there is none. */
function oddity({ kind, topics }: Listed, line: string): string | null {
  if (topics.length > 0 && !/"(caption|name)"\s*:\s*\[?\s*"[^"]/.test(line))
    return 'an entity without its own name';
  if (kind === 'person' || kind === 'unknown') return null;
  const property = ofPersons.find((name) => line.includes(`"${name}":`));
  return property ? `an organisation with ${property}` : null;
}

const kinds = new Set([
  'Person',
  'Organization',
  'Company',
  'LegalEntity',
  'PublicBody',
  'Vessel',
  'Airplane',
]);
const assetKinds = { Vessel: 'vessel', Airplane: 'aircraft' } as const;

/** Facts by the id of their entity, and the time when the newest line of the file was last seen at its source. */
interface FtmFacts {
  of: ReadonlyMap<string, EntityFacts>;
  /** Public functions by their id. */
  positions: Positions;
  newest: Date | null;
}

type Positions = ReadonlyMap<string, FtmEntity>;

const noFtmFacts: EntityFacts = { sanctions: [], documents: [], occupancies: [] };

/** Reads the lines of a file that refer to other entities. Damaged lines are reported by the second pass. */
async function ftmFacts(file: ListFile): Promise<FtmFacts> {
  const of = new Map<string, Record<keyof EntityFacts, FtmEntity[]>>();
  const positions = new Map<string, FtmEntity>();
  let newest = '';
  for await (const line of lines(file)) {
    const lastSeen = /"last_seen"\s*:\s*"([^"]+)"/.exec(line)?.[1] ?? '';
    if (lastSeen > newest) newest = lastSeen;
    const kind = factSchema.exec(line)?.[1];
    if (!kind) continue;
    const fact = parsed(line);
    if (kind === 'Position' && fact) positions.set(fact.id, fact);
    const owners = fact?.properties?.[kind === 'Sanction' ? 'entity' : 'holder'];
    for (const id of Array.isArray(owners) ? owners : []) {
      const facts = of.get(id) ?? { sanctions: [], documents: [], occupancies: [] };
      facts[factKinds[kind] ?? 'documents'].push(fact!);
      of.set(id, facts);
    }
  }
  const at = new Date(`${newest.replace(/Z$/, '')}Z`);
  return { of, positions, newest: Number.isNaN(at.getTime()) ? null : at };
}

const factSchema = /"schema"\s*:\s*"(Sanction|Passport|Identification|CryptoWallet|Occupancy|Position)"/;

/** The kind of fact by schema. Other schemas are documents. */
const factKinds: Record<string, keyof EntityFacts> = { Sanction: 'sanctions', Occupancy: 'occupancies' };

function parsed(line: string): FtmEntity | null {
  try {
    const read = JSON.parse(line) as FtmEntity & { entity?: FtmEntity };
    return read.schema ? read : (read.entity ?? null);
  } catch {
    // The line is refused where its entity is read.
    return null;
  }
}

/** An entity of FollowTheMoney. Properties hold texts, or whole entities if the file is nested. */
interface FtmEntity {
  id: string;
  schema?: string;
  caption?: string;
  properties?: Record<string, unknown>;
  datasets?: unknown;
  /** Whether the publisher lists the entity itself, as opposed to naming it as a relation of a listed one. */
  target?: unknown;
}

/** The lines that refer to an entity: its sanctions, its documents, and its public functions with their periods. */
interface EntityFacts {
  sanctions: readonly FtmEntity[];
  documents: readonly FtmEntity[];
  occupancies: readonly FtmEntity[];
}

/** A person or an organisation of FollowTheMoney, with the facts of other lines. `names` is empty if it has no name. */
function ftmEntity(entity: FtmEntity, facts: EntityFacts, positions: Positions): Listed {
  const all = (...properties: string[]) => known(properties.flatMap((property) => texts(entity, property)));
  const codes = (...properties: string[]) => known(all(...properties).map(countryCode));
  const sanctions = [...facts.sanctions, ...nested(entity, 'sanctions')];
  const datasets = Array.isArray(entity.datasets)
    ? entity.datasets.filter((name) => typeof name === 'string')
    : [];
  const nationalities = codes('nationality', 'citizenship');
  return withoutBlanks({
    id: entity.id,
    kind: kindOf(entity.schema ?? ''),
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
    functions: functionsOf([...facts.occupancies, ...nested(entity, 'positionOccupancies')], positions),
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

/** The properties that hold numbers, with their type and, if it is fixed, the issuing country. */
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
  ['mmsi', 'mmsi', null],
  ['publicKey', 'crypto', null],
  ['serialNumber', 'aircraft', null],
  ['icaoCode', 'aircraft', null],
];

function identifiersOf(entity: FtmEntity, documents: readonly FtmEntity[]): Identifier[] {
  const numbersOfEntity = numbers.flatMap(([property, type, country]) =>
    texts(entity, property).map((number) => ({ type, country, number })),
  );
  const others = documents.flatMap((document) => {
    const kind = texts(document, 'type')[0] ?? document.schema ?? '';
    const country = texts(document, 'country').map(countryCode)[0] ?? null;
    return ['number', 'passportNumber', 'publicKey'].flatMap((property) =>
      texts(document, property).map((number) => ({ type: identifierType(kind), country, number })),
    );
  });
  return mergedIdentifiers([...others, ...numbersOfEntity]);
}

/** Public functions, the latest first. A function whose position has no line is skipped. */
function functionsOf(occupancies: readonly FtmEntity[], positions: Positions): PublicFunction[] {
  return occupancies
    .flatMap((occupancy) => {
      const posts = [
        ...texts(occupancy, 'post').map((id) => positions.get(id)),
        ...nested(occupancy, 'post'),
      ];
      const [since] = texts(occupancy, 'startDate');
      const [until] = texts(occupancy, 'endDate');
      return posts.flatMap((post) => {
        const title = post && (texts(post, 'name')[0] ?? post.caption);
        return title ? [publicFunction({ title, level: levelOf(post), since, until })] : [];
      });
    })
    .sort((a, b) => (b.since ?? '').localeCompare(a.since ?? ''));
}

function levelOf(post: FtmEntity): string | undefined {
  const topics = texts(post, 'topics');
  return levels.find((level) => topics.includes(level)) ?? topics.find((topic) => topic.startsWith('gov.'));
}

/** Levels of public functions, the highest first: https://www.opensanctions.org/docs/pep/methodology/. */
const levels = ['gov.igo', 'gov.national', 'gov.state', 'gov.muni'];

function texts(entity: FtmEntity, property: string): string[] {
  const values = entity.properties?.[property];
  return Array.isArray(values) ? values.filter((value) => typeof value === 'string' && value !== '') : [];
}

function nested(entity: FtmEntity, property: string): FtmEntity[] {
  const values = entity.properties?.[property];
  return Array.isArray(values) ? values.filter((value) => typeof value === 'object' && value !== null) : [];
}
