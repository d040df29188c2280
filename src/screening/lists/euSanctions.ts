import { known, mergedNames, partialDate, withoutBlanks } from './cellValues.ts';
import { countryCode } from './countryCode.ts';
import { type Identifier, identifierType, mergedIdentifiers } from './identifier.ts';
import type { Gender, Listed, ListedName } from './listed.ts';
import type { ListReader, ReadContext } from './reader.ts';
import { addRow, rows } from './rows.ts';
import { requireColumns, requireLineEnd, requireUtf8, type TableColumns } from './tableColumns.ts';

/**
 * EU consolidated financial sanctions list (FSF), CSV with semicolons: one row per name, date, place, document or
 * citizenship of an entity. Columns are found by name, because the two published versions order them differently.
 * Format:
 * https://data.europa.eu/data/datasets/consolidated-list-of-persons-groups-and-entities-subject-to-eu-financial-sanctions
 */
export const euSanctions: ListReader = {
  kind: 'EU FSF CSV',
  reads: (file) => /Entity_LogicalId/i.test(file.head.slice(0, 600)),
  codes: () => ['eu_fsf'],
  isGrouped: true,
  async *read(file, context) {
    requireUtf8(file);
    requireLineEnd(file);
    const entities = new Map<string, Row[]>();
    let header: string[] = [];
    let line = 0;
    for await (const cells of rows(file, { ...context, delimiter: ';', maxLines: 40 })) {
      line += 1;
      if (line === 1) {
        header = cells.map((cell) => cell.trim().toLowerCase());
        requireColumns(
          header.filter((name, i) => name !== '' || i < header.length - 1),
          columns,
        );
        continue;
      }
      const row: Row = Object.fromEntries(header.map((name, i) => [name, cells[i]?.trim() ?? '']));
      const id = row['entity_logicalid'] ?? '';
      if (Math.abs(cells.length - header.length) > 1 || !/^\d+$/.test(id)) {
        context.onDamaged(line, 'not a row with an Entity_LogicalId');
        continue;
      }
      if (entities.size === 0) context.onPublished(new Date(`${day(row['filegenerationdate'])}T00:00:00Z`));
      addRow(entities, id, row);
    }
    for (const [id, of] of entities) {
      const entity = euEntity(id, of, context);
      if (entity) yield { put: entity };
    }
  },
};

/** A row of an entity, in the same form for CSV and XML: values by the lower-case column names of the CSV table. */
export type EuRow = Record<string, string>;
type Row = EuRow;

/** Builds an entity from its rows. Reports a damaged entity and returns `null`. */
export function euEntity(id: string, of: EuRow[], { onDamaged, onOdd }: ReadContext): Listed | null {
  const names = namesOf(of);
  const problem = names.length > 0 ? problemOf(of) : 'it has no name';
  if (problem) {
    onDamaged(0, `entity ${id}: ${problem}`);
    return null;
  }
  if (!isPerson(of) && of.some(isOfPerson)) onOdd(0, `enterprise ${id} has a date of birth or a gender`);
  return entityOf(id, of, names);
}

const columns: TableColumns = {
  needed: [
    'Entity_LogicalId',
    'NameAlias_WholeName',
    'Entity_SubjectType|Entity_SubjectType_ClassificationCode',
    'BirthDate_BirthDate',
  ],
  read: ['fileGenerationDate', 'BirthDate_Year', 'Citizenship_CountryIso2Code'],
  others: new RegExp(
    `^(${[
      'Entity_(EU_ReferenceNumber|UnitedNationId|DesignationDate|DesignationDetails|Remark|SubjectType(_ClassificationCode)?)',
      'NameAlias_(LastName|FirstName|MiddleName|NameLanguage|Gender|Title|Function|Strong)',
      'Address_(City|Street|PoBox|ZipCode|Region|Place|AsAtListingTime|ContactInfo)',
      'BirthDate_(Day|Month|YearRangeFrom|YearRangeTo|Circa|CalendarType|ZipCode|Region|Place|City)',
      'Identification_(Number|KnownExpired|KnownFalse|ReportedLost|RevokedByIssuer|LatinNumber|NameOnDocument|Type(Code|Description)|Issue[dr]By|Issued(By|Date)|ValidFrom|ValidTo|Diplomatic|Region)',
      'Citizenship_Region',
      '(Address|BirthDate|Identification|Citizenship)_Country(Iso2Code|Description)',
      '(Entity|NameAlias|Address|BirthDate|Identification|Citizenship|ContactInfo)_(Regulation_\\w+|RegulationLanguage|LogicalId|Remark)',
    ].join('|')})$`,
    'i',
  ),
};

/** The problem in the rows of an entity; `null` if they are valid. */
function problemOf(of: readonly Row[]): string | null {
  const types = [...new Set(of.flatMap(typesOf))];
  const unknown = types.find((type) => !/^(p|e|person|enterprise)$/i.test(type));
  if (unknown || types.length === 0) return `its subject type ${unknown ?? '(none)'} is unknown`;
  const isNameless = (row: Row) =>
    Boolean(row['namealias_logicalid']) &&
    !['namealias_wholename', 'namealias_firstname', 'namealias_lastname'].some((column) => row[column]);
  if (of.some(isNameless)) return 'one of its names is empty';
  const isOne = (type: string) => /^p/i.test(type);
  return types.some(isOne) && !types.every(isOne) ? 'it is both a person and an enterprise' : null;
}

function typesOf(row: Row): string[] {
  return [row['entity_subjecttype'], row['entity_subjecttype_classificationcode']].flatMap(
    (type) => type || [],
  );
}

function isPerson(of: readonly Row[]): boolean {
  return of.flatMap(typesOf).some((type) => /^p/i.test(type));
}

function isOfPerson(row: Row): boolean {
  return ['birthdate_birthdate', 'birthdate_year', 'namealias_gender', 'citizenship_countryiso2code'].some(
    (column) => row[column],
  );
}

function entityOf(id: string, of: Row[], names: ListedName[]): Listed {
  const all = (column: string) => known(of.map((row) => row[column] || null));
  const codes = (column: string) => known(all(column).map(countryCode));
  const nationalities = codes('citizenship_countryiso2code');
  const residences = codes('address_countryiso2code');
  const listings = [...all('entity_designationdate'), ...all('entity_regulation_publicationdate')];
  return withoutBlanks({
    id: `eu-${id}`,
    kind: isPerson(of) ? 'person' : 'organisation',
    topics: ['sanction'],
    lists: ['eu_fsf'],
    names,
    birthDates: known(of.map(birthDateOf)),
    countries: known([...nationalities, ...codes('birthdate_countryiso2code'), ...residences]),
    nationalities,
    residences,
    placesOfBirth: known(of.map(placeOf)),
    gender: all('namealias_gender')
      .map((text) => genders[text[0]!.toUpperCase()])
      .find(Boolean),
    identifiers: mergedIdentifiers(of.flatMap(identifierOf)),
    programmes: known([...all('entity_regulation_programme'), ...all('namealias_regulation_programme')]),
    listedOn: listings.map(day).filter(Boolean).sort()[0],
    position: all('namealias_function').join('; '),
    remarks: all('entity_remark').join(' '),
    sourceUrl:
      'https://data.europa.eu/data/datasets/consolidated-list-of-persons-groups-and-entities-subject-to-eu-financial-sanctions',
  });
}

const genders: Record<string, Gender | undefined> = { M: 'male', F: 'female' };

function namesOf(of: Row[]): ListedName[] {
  const names: ListedName[] = [];
  for (const row of of) {
    const parts = [row['namealias_firstname'], row['namealias_middlename'], row['namealias_lastname']];
    const text = row['namealias_wholename'] || parts.filter(Boolean).join(' ');
    const weak =
      /false/i.test(row['namealias_strong'] ?? '') || /low quality/i.test(row['namealias_remark'] ?? '');
    if (text) names.push({ text, quality: names.length === 0 ? 'primary' : weak ? 'weak' : 'strong' });
  }
  return mergedNames(names);
}

/** A day, a partial date or an interval of years, each optionally with `circa`. */
function birthDateOf(row: Row): string | null {
  const circa = /true/i.test(row['birthdate_circa'] ?? '') ? 'circa ' : '';
  const [from, to] = [row['birthdate_yearrangefrom'], row['birthdate_yearrangeto']];
  const [year, month, date] = ['year', 'month', 'day'].map((part) => row[`birthdate_${part}`] ?? '');
  const parts = [
    year,
    month && Number(month) ? month.padStart(2, '0') : '',
    date && Number(date) ? date.padStart(2, '0') : '',
  ];
  const end = parts.indexOf('');
  const single = row['birthdate_birthdate'] || parts.slice(0, end === -1 ? 3 : end).join('-');
  if (single) return partialDate(circa + single);
  if (from && to) return partialDate(`${circa}${from} to ${to}`);
  return partialDate(circa + (from || to || ''));
}

function placeOf(row: Row): string | null {
  const parts = ['place', 'city', 'region', 'countrydescription'].map(
    (part) => row[`birthdate_${part}`] ?? '',
  );
  return known(parts.map((part) => (/^unknown$/i.test(part) ? null : part || null))).join(', ') || null;
}

function identifierOf(row: Row): Identifier[] {
  const number = row['identification_number'] || row['identification_latinnumber'];
  if (!number) return [];
  const kind = [row['identification_typedescription'], row['identification_typecode']]
    .filter(Boolean)
    .join(' ');
  const type = identifierType(kind);
  const country = countryCode(row['identification_countryiso2code'] ?? '');
  const facts = [
    type === 'other' ? kind : '',
    row['identification_issueddate'] && `issued ${row['identification_issueddate']}`,
    row['identification_validto'] && `expires ${row['identification_validto']}`,
    /true/i.test(row['identification_knownfalse'] ?? '') && 'known to be false',
    row['identification_remark'],
  ].filter(Boolean);
  return [facts.length > 0 ? { type, country, number, note: facts.join(', ') } : { type, country, number }];
}

/** `20/02/2026` or `2026-02-20` as `YYYY-MM-DD`; empty if it is neither. */
function day(text = ''): string {
  const date = partialDate(text);
  return date && /^\d{4}-\d\d-\d\d$/.test(date) ? date : '';
}
