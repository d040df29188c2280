import { known, mergedNames, partialDate, publicFunction, withoutBlanks } from './cellValues.ts';
import { countryCode } from './countryCode.ts';
import { type FtmEntity, type FtmParty, linksOf, partiesOf, partyOf, textsIn, wholeIn } from './ftmLinks.ts';
import { isProperty, isSchema, ofPersons } from './ftmModel.ts';
import { type Identifier, type IdentifierType, identifierType, mergedIdentifiers } from './identifier.ts';
import { type Gender, type Listed, type ListedName, listKind, type PublicFunction } from './listed.ts';
import type { ListFile } from './listFile.ts';
import { requireStatedSize } from './publisherIndex.ts';
import type { ListReader } from './reader.ts';
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
        const odd = 'put' in change && oddity(change.put, change.from);
        if (odd) context.onOdd(number, odd);
        yield 'put' in change ? { put: change.put } : change;
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
  facts: FtmFacts,
  properties: Set<string>,
): { put: Listed; from: FtmEntity } | { drop: string } | { unknown: string } | null | string {
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
      subject.target === true || textsIn(subject, 'topics').some((one) => listKind(one) !== null);
    if (!subject.schema || isListed) return `the schema ${subject.schema ?? '(none)'} is unknown`;
    return { unknown: subject.schema };
  }
  if (!kinds.has(subject.schema!)) return null;
  if (typeof subject.properties !== 'object') return 'an entity without properties';
  for (const property of Object.keys(subject.properties)) properties.add(property);
  const listEntity = ftmEntity(subject, facts);
  if (listEntity.topics.length === 0 && subject.target === true) return 'a target without a topic';
  if (listEntity.names.length > 0) return { put: listEntity, from: subject };
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
function oddity({ kind, topics }: Listed, from: FtmEntity): string | null {
  if (topics.length > 0 && !from.caption && textsIn(from, 'name').length === 0)
    return 'an entity without its own name';
  if (kind === 'person' || kind === 'unknown') return null;
  // Not of the parties nested in it, such as an owner.
  const property = ofPersons.find((name) => Object.hasOwn(from.properties ?? {}, name));
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
  /** The parties of relations, by their id. */
  parties: ReadonlyMap<string, FtmParty>;
  newest: Date | null;
}

type Positions = ReadonlyMap<string, FtmEntity>;

const noFtmFacts: EntityFacts = { sanctions: [], documents: [], occupancies: [], relations: [] };

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
    for (const id of fact ? ownersOf(fact, kind) : []) {
      const facts = of.get(id) ?? { sanctions: [], documents: [], occupancies: [], relations: [] };
      facts[factKinds[kind] ?? 'documents'].push(fact!);
      of.set(id, facts);
    }
  }
  const at = new Date(`${newest.replace(/Z$/, '')}Z`);
  const related = [...of.values()].flatMap(({ relations }) => relations.flatMap(partiesOf));
  const parties = await namedParties(file, new Set(related));
  return { of, positions, parties, newest: Number.isNaN(at.getTime()) ? null : at };
}

/** The ids of the entities that a line is about. */
function ownersOf(fact: FtmEntity, kind: string): string[] {
  if (factKinds[kind] === 'relations') return partiesOf(fact);
  return textsIn(fact, kind === 'Sanction' ? 'entity' : 'holder');
}

/** The names and topics of the entities with some ids. A relation may stand before its parties. */
async function namedParties(file: ListFile, ids: ReadonlySet<string>): Promise<Map<string, FtmParty>> {
  const parties = new Map<string, FtmParty>();
  if (ids.size === 0) return parties;
  for await (const line of lines(file)) {
    const id = /"id"\s*:\s*"([^"]+)"/.exec(line)?.[1];
    if (id === undefined || !ids.has(id)) continue;
    const entity = parsed(line);
    const party = entity && partyOf(entity);
    if (party) parties.set(entity.id, party);
  }
  return parties;
}

const factSchema =
  /"schema"\s*:\s*"(Sanction|Passport|Identification|CryptoWallet|Occupancy|Position|Ownership|Control)"/;

/** The kind of fact by schema. Other schemas are documents. */
const factKinds: Record<string, keyof EntityFacts> = {
  Sanction: 'sanctions',
  Occupancy: 'occupancies',
  Ownership: 'relations',
  Control: 'relations',
};

function parsed(line: string): FtmEntity | null {
  try {
    const read = JSON.parse(line) as FtmEntity & { entity?: FtmEntity };
    return read.schema ? read : (read.entity ?? null);
  } catch {
    // The line is refused where its entity is read.
    return null;
  }
}

/** The lines that refer to an entity: its sanctions, documents, public functions with their periods, and owners and property. */
interface EntityFacts {
  sanctions: readonly FtmEntity[];
  documents: readonly FtmEntity[];
  occupancies: readonly FtmEntity[];
  relations: readonly FtmEntity[];
}

/** A person or an organisation of FollowTheMoney, with the facts of other lines. `names` is empty if it has no name. */
function ftmEntity(entity: FtmEntity, { of, positions, parties }: FtmFacts): Listed {
  const facts = of.get(entity.id) ?? noFtmFacts;
  const all = (...properties: string[]) => known(properties.flatMap((property) => textsIn(entity, property)));
  const codes = (...properties: string[]) => known(all(...properties).map(countryCode));
  const sanctions = [...facts.sanctions, ...wholeIn(entity, 'sanctions')];
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
    identifiers: identifiersOf(entity, [...facts.documents, ...wholeIn(entity, 'passports')]),
    programmes: known([
      ...all('programId'),
      ...sanctions.flatMap((one) => [...textsIn(one, 'programId'), ...textsIn(one, 'program')]),
    ]),
    listedOn: known(
      sanctions.flatMap((one) =>
        [...textsIn(one, 'listingDate'), ...textsIn(one, 'startDate')].map(partialDate),
      ),
    ).sort()[0],
    position: all('position').join('; '),
    functions: functionsOf([...facts.occupancies, ...wholeIn(entity, 'positionOccupancies')], positions),
    links: linksOf(entity, facts.relations, parties),
    remarks: all('notes').join(' '),
    sourceUrl: `https://www.opensanctions.org/entities/${encodeURIComponent(entity.id)}/`,
  });
}

const genders: Record<string, Gender | undefined> = { male: 'male', female: 'female', other: 'other' };

function namesOf(entity: FtmEntity): ListedName[] {
  const strong = ['name', 'alias', 'previousName'].flatMap((property) => textsIn(entity, property));
  const built = [
    ...textsIn(entity, 'firstName').slice(0, 1),
    ...textsIn(entity, 'lastName').slice(0, 1),
  ].join(' ');
  const all = [entity.caption ?? '', ...strong, ...(strong.length > 0 ? [] : [built])].filter(Boolean);
  return mergedNames([
    ...all.map((text, i) => ({ text, quality: i === 0 ? ('primary' as const) : ('strong' as const) })),
    ...textsIn(entity, 'weakAlias').map((text) => ({ text, quality: 'weak' as const })),
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
    textsIn(entity, property).map((number) => ({ type, country, number })),
  );
  const others = documents.flatMap((document) => {
    const kind = textsIn(document, 'type')[0] ?? document.schema ?? '';
    const country = textsIn(document, 'country').map(countryCode)[0] ?? null;
    return ['number', 'passportNumber', 'publicKey'].flatMap((property) =>
      textsIn(document, property).map((number) => ({ type: identifierType(kind), country, number })),
    );
  });
  return mergedIdentifiers([...others, ...numbersOfEntity]);
}

/** Public functions, the latest first. A function whose position has no line is skipped. */
function functionsOf(occupancies: readonly FtmEntity[], positions: Positions): PublicFunction[] {
  return occupancies
    .flatMap((occupancy) => {
      const posts = [
        ...textsIn(occupancy, 'post').map((id) => positions.get(id)),
        ...wholeIn(occupancy, 'post'),
      ];
      const [since] = textsIn(occupancy, 'startDate');
      const [until] = textsIn(occupancy, 'endDate');
      return posts.flatMap((post) => {
        const title = post && (textsIn(post, 'name')[0] ?? post.caption);
        return title ? [publicFunction({ title, level: levelOf(post), since, until })] : [];
      });
    })
    .sort((a, b) => (b.since ?? '').localeCompare(a.since ?? ''));
}

function levelOf(post: FtmEntity): string | undefined {
  const topics = textsIn(post, 'topics');
  return levels.find((level) => topics.includes(level)) ?? topics.find((topic) => topic.startsWith('gov.'));
}

/** Levels of public functions, the highest first: https://www.opensanctions.org/docs/pep/methodology/. */
const levels = ['gov.igo', 'gov.national', 'gov.state', 'gov.muni'];
