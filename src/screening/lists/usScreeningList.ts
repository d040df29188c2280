import { readFile } from 'node:fs/promises';
import { known, mergedNames, partialDate, withoutBlanks } from './cellValues.ts';
import { countryCode } from './countryCode.ts';
import { type Identifier, identifierType, mergedIdentifiers } from './identifier.ts';
import type { Gender, Listed } from './listed.ts';
import type { ListReader, ReadContext } from './reader.ts';
import { rows } from './rows.ts';
import { requireColumns, requireLineEnd, requireUtf8, type TableColumns } from './tableColumns.ts';

/**
 * US Consolidated Screening List of the Departments of Commerce, State and the Treasury, as a table and in JSON.
 * Format: https://www.trade.gov/consolidated-screening-list
 */
export const usScreeningListCsv: ListReader = {
  kind: 'US Consolidated Screening List CSV',
  reads: (file) => /^"?_?id"?,"?source"?,"?entity_number"?,"?type"?,/.test(file.head),
  codes: () => ['us_csl'],
  async *read(file, context) {
    requireUtf8(file);
    requireLineEnd(file);
    let header: string[] = [];
    let line = 0;
    for await (const cells of rows(file, { ...context, maxLines: 40 })) {
      line += 1;
      if (line === 1) {
        header = cells.map((cell) => cell.trim());
        requireColumns(header, columns);
        continue;
      }
      if (cells.length !== header.length) {
        context.onDamaged(line, 'the number of cells differs from the header');
        continue;
      }
      const row = Object.fromEntries(header.map((name, i) => [name, cells[i]?.trim() ?? '']));
      const list = (name: string) => (row[name] ?? '').split(/;\s*/).filter(Boolean);
      const party: Party = {
        id: row['_id'] || row['id'] || '',
        source: row['source'] ?? '',
        type: row['type'] ?? '',
        name: row['name'] ?? '',
        names: list('alt_names'),
        birthDates: list('dates_of_birth'),
        birthPlaces: list('places_of_birth'),
        nationalities: [...list('nationalities'), ...list('citizenships')],
        residences: list('addresses').map((text) => text.split(',').pop() ?? ''),
        numbers: list('ids').map(numberOf),
        programmes: list('programs'),
        title: row['title'] ?? '',
        remarks: row['remarks'] ?? '',
        since: row['start_date'] ?? '',
      };
      yield* changeOf(party, line, context);
    }
  },
};

export const usScreeningListJson: ListReader = {
  kind: 'US Consolidated Screening List JSON',
  reads: (file) =>
    /\.json$/i.test(file.path) &&
    /^\s*\{/.test(file.head) &&
    /"(entity_number|programs|alt_names)"\s*:/.test(file.head),
  codes: () => ['us_csl'],
  async *read(file, context) {
    requireUtf8(file);
    const {
      results,
      total,
      search_performed_at: at,
    } = JSON.parse(await readFile(file.path, 'utf8')) as CslJson;
    if (!Array.isArray(results)) throw new Error('it has no results');
    if (typeof at === 'string') context.onPublished(new Date(at));
    if (typeof total === 'number' && total !== results.length)
      throw new Error(`it states a total of ${total}, but has ${results.length} results`);
    for (const [at, result] of results.entries()) {
      const problem = wrongProperties(result);
      if (problem) context.onDamaged(at + 1, problem);
      else yield* changeOf(partyOf(result), at + 1, context);
    }
  },
};

interface CslJson {
  results?: Record<string, unknown>[];
  total?: number;
  search_performed_at?: string;
}

const columns: TableColumns = {
  needed: ['_id|id', 'source', 'type', 'name', 'alt_names', 'dates_of_birth'],
  read: [
    'nationalities',
    'citizenships',
    'addresses',
    'programs',
    'ids',
    'places_of_birth',
    'title',
    'remarks',
  ],
  others:
    /^(entity_number|federal_register_notice|start_date|end_date|standard_order|license_requirement|license_policy|call_sign|vessel_type|gross_tonnage|gross_registered_tonnage|vessel_flag|vessel_owner|source_list_url|source_information_url|country)$/,
};

/** A row of the CSV table, or a result in the JSON. */
interface Party {
  id: string;
  source: string;
  type: string;
  name: string;
  names: string[];
  birthDates: string[];
  birthPlaces: string[];
  nationalities: string[];
  residences: string[];
  numbers: { type: string; number: string; country: string }[];
  programmes: string[];
  title: string;
  remarks: string;
  since: string;
}

/** Parses an identifier: `Passport, U00242309, TR; Gender, Male` */
function numberOf(text: string): Party['numbers'][number] {
  const [type = '', number = '', country = ''] = text.split(/,\s*/);
  return { type, number, country };
}

const needed = ['id', 'source', 'name', 'alt_names'];

function wrongProperties(result: Record<string, unknown>): string | null {
  const missing = needed.find((name) => result[name] === undefined && result[`_${name}`] === undefined);
  if (missing) return `the property ${missing} is missing`;
  if (
    result['type'] === undefined &&
    Object.keys(result).some((name) => /type/i.test(name) && name !== 'vessel_type')
  )
    return 'the property type was renamed';
  return null;
}

function partyOf(result: Record<string, unknown>): Party {
  const text = (name: string) => (typeof result[name] === 'string' ? result[name] : '');
  const list = (name: string) => (Array.isArray(result[name]) ? result[name] : []) as unknown[];
  const texts = (name: string) => list(name).filter((one) => typeof one === 'string');
  const objects = (name: string) => list(name).filter((one) => typeof one === 'object' && one !== null);
  const of = (one: object, name: string) => {
    const value = (one as Record<string, unknown>)[name];
    return typeof value === 'string' ? value : '';
  };
  return {
    id: text('id') || text('_id'),
    source: text('source'),
    type: text('type'),
    name: text('name'),
    names: texts('alt_names'),
    birthDates: texts('dates_of_birth'),
    birthPlaces: texts('places_of_birth'),
    nationalities: [...texts('nationalities'), ...texts('citizenships')],
    residences: objects('addresses').map((one) => of(one, 'country')),
    numbers: objects('ids').map((one) => ({
      type: of(one, 'type'),
      number: of(one, 'number'),
      country: of(one, 'country'),
    })),
    programmes: texts('programs'),
    title: text('title'),
    remarks: text('remarks'),
    since: text('start_date'),
  };
}

function* changeOf(party: Party, at: number, context: ReadContext): Generator<{ put: Listed }> {
  const topic = topics.find(([source]) => source.test(party.source))?.[1];
  const isKnown = /^(|individual|entity|vessel|aircraft)$/i.test(party.type);
  if (!party.id || !party.name) context.onDamaged(at, 'a row without id or name');
  else if (!topic) context.onDamaged(at, `the source ${party.source || '(none)'} is unknown`);
  else if (!isKnown) context.onDamaged(at, `the type ${party.type} is unknown`);
  else if (/^entity$/i.test(party.type) && party.birthDates.length > 0)
    context.onDamaged(at, 'has a date of birth, but is not listed as an individual');
  else yield { put: listedOf(party, topic) };
}

/** The topic of an entry, by its source. */
const topics: readonly (readonly [source: RegExp, topic: string])[] = [
  [/Treasury/, 'sanction'],
  [/Nonproliferation Sanctions/, 'sanction'],
  [/ITAR Debarred|AECA Debarred|DTC/, 'debarment'],
  [/Bureau of Industry|Entity List|Denied Persons|Unverified|Military End/, 'export.control'],
];

function listedOf(party: Party, topic: string): Listed {
  const codes = (texts: readonly string[]) => known(texts.map(countryCode));
  const gender = party.numbers.find(({ type }) => type === 'Gender')?.number.toLowerCase();
  const nationalities = codes(party.nationalities);
  const residences = codes(party.residences);
  const births = codes(party.birthPlaces.map((birthplace) => birthplace.split(',').pop() ?? ''));
  return withoutBlanks({
    id: `us-csl-${party.id}`,
    kind: kindOf(party),
    topics: [topic],
    lists: ['us_csl'],
    names: mergedNames([
      { text: party.name, quality: 'primary' },
      ...party.names.map((text) => ({ text, quality: 'strong' as const })),
    ]),
    birthDates: known(party.birthDates.map(partialDate)),
    countries: known([...nationalities, ...births, ...residences]),
    nationalities,
    residences,
    placesOfBirth: known(party.birthPlaces),
    gender: gender === 'male' || gender === 'female' ? (gender as Gender) : undefined,
    identifiers: mergedIdentifiers(party.numbers.flatMap(identifierOf)),
    programmes: known([...party.programmes, party.source]),
    listedOn: partialDate(party.since) ?? undefined,
    position: party.title,
    remarks: party.remarks,
    sourceUrl: 'https://www.trade.gov/consolidated-screening-list',
  });
}

/** The kind of a party. The lists of Commerce and State don't state whether an entry is a person. */
function kindOf({ type, birthDates }: Party): Listed['kind'] {
  const stated = type.toLowerCase();
  if (stated === 'vessel' || stated === 'aircraft') return stated;
  if (type) return stated === 'individual' ? 'person' : 'organisation';
  return birthDates.length > 0 ? 'person' : 'unknown';
}

function identifierOf({ type: name, number, country }: Party['numbers'][number]): Identifier[] {
  const imo = /\bIMO\b\D{0,3}(\d{7})\b/i.exec(`${name} ${number}`)?.[1];
  if (imo) return [{ type: 'imo', country: null, number: imo }];
  const type = identifierType(name);
  const isNumber =
    /\d/.test(number) && !/phone|fax|mail|website|gender|risk|directive|date|order/i.test(name);
  if (!isNumber && type !== 'swift_bic') return [];
  const plain = { type, country: countryCode(country), number };
  return [type === 'other' ? { ...plain, note: name } : plain];
}
