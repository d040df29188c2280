import { known, mergedNames, partialDate, withoutBlanks } from './cellValues.ts';
import { countryCode } from './countryCode.ts';
import { identifiersIn } from './identifiersIn.ts';
import type { Listed, ListedName } from './listed.ts';
import type { ListReader } from './reader.ts';
import { addRow } from './rows.ts';
import { isWorkbook, workbookRows } from './workbook.ts';

/**
 * Australian Sanctions Consolidated List (DFAT), a workbook: the format of November 2025. The rows of one entry have the
 * number of their `Reference` in common, `101`, `101a`, `101b`.
 * Format: https://www.dfat.gov.au/international-relations/security/sanctions/consolidated-list
 */
export const australianSanctions: ListReader = {
  kind: 'Australian consolidated list workbook',
  isBinary: true,
  isGrouped: true,
  reads: isWorkbook,
  codes: () => ['au_dfat'],
  async *read(file, context) {
    const [header = [], ...table] = await workbookRows(file);
    const columns = header.map((name) => name.replace(/\s+/g, ' ').trim());
    const missing = expected.find((name) => !columns.includes(name));
    if (missing) throw new Error(`the column ${missing} is missing`);
    for (const name of columns) if (name && !columnNames.has(name)) context.onUnknown(`the column ${name}`);
    const groups = new Map<string, Row[]>();
    for (const [i, cells] of table.entries()) {
      if (cells.every((cell) => cell === '')) continue;
      const row: Row = Object.fromEntries(columns.map((name, at) => [name, cells[at] ?? '']));
      const [reference] = /^\d+/.exec(row['Reference'] ?? '') ?? [];
      if (reference) addRow(groups, reference, row);
      else context.onDamaged(i + 2, 'no reference');
    }
    for (const [reference, rows] of groups) {
      const target = targetOf(reference, rows);
      if (typeof target === 'string') context.onDamaged(0, `entry ${reference}: ${target}`);
      else yield { put: target };
    }
  },
};

type Row = Partial<Record<string, string>>;

const expected = [
  ...['Reference', 'Name of Individual or Entity', 'Type', 'Name Type', 'Alias Strength', 'Date of Birth'],
  ...['Place of Birth', 'Citizenship', 'IMO Number', 'Committees'],
];
const columnNames = new Set([
  ...expected,
  ...['Address', 'Additional Information', 'Listing Information', 'Control Date'],
  ...['Instrument of Designation', 'Targeted Financial Sanction', 'Travel Ban', 'Arms Embargo'],
  'Maritime Restriction',
]);

const kinds: Partial<Record<string, Listed['kind']>> = {
  individual: 'person',
  entity: 'organisation',
  vessel: 'vessel',
};

/** The entity of some rows, or why it cannot be read. */
function targetOf(reference: string, rows: readonly Row[]): Listed | string {
  const all = (column: string) => known(rows.map((row) => row[column] || null));
  const types = all('Type').map((type) => type.toLowerCase());
  const type = types[0] ?? (all('IMO Number').length > 0 ? 'vessel' : '');
  const kind = kinds[type];
  if (!kind || types.length > 1) return `the types ${types.join(', ') || '(none)'} are not understood`;
  const names = mergedNames(rows.flatMap(nameOf).sort((a, b) => primaryFirst(a) - primaryFirst(b)));
  const [primary, ...others] = names;
  if (!primary) return 'it has no name';
  const citizenships = all('Citizenship').flatMap((text) => parts(text));
  const nationalities = known(citizenships.map(countryCode));
  const remarks = all('Additional Information').join(' ');
  const isPerson = kind === 'person';
  return withoutBlanks({
    id: `au-${reference}`,
    kind,
    topics: ['sanction'],
    lists: ['au_dfat'],
    names: [{ ...primary, quality: 'primary' }, ...others],
    birthDates: isPerson ? known(all('Date of Birth').flatMap(datesIn)) : [],
    countries: nationalities,
    nationalities: isPerson ? nationalities : [],
    placesOfBirth: isPerson ? all('Place of Birth').flatMap((text) => parts(text, /;|\s(?=[a-z]\))/)) : [],
    identifiers: [
      ...all('IMO Number').flatMap((text) => identifiersIn(text, 'imo')),
      ...(/passport/i.test(remarks) ? identifiersIn(passportIn(remarks), 'passport') : []),
    ],
    programmes: all('Committees'),
    listedOn: known(all('Listing Information').map((text) => partialDate(serialDate(text)))).sort()[0],
    remarks,
    sourceUrl: null,
  });
}

function nameOf(row: Row): ListedName[] {
  const text = row['Name of Individual or Entity'] ?? '';
  const isWeak = /weak/i.test(row['Alias Strength'] ?? '');
  const isPrimary = /^prima/i.test(row['Name Type'] ?? '');
  return text ? [{ text, quality: isPrimary ? 'primary' : isWeak ? 'weak' : 'strong' }] : [];
}

function primaryFirst({ quality }: ListedName): number {
  return quality === 'primary' ? 0 : 1;
}

/** Values of one cell: `a) Sudan b) South Sudan`, `Mali, Mauritania`. */
function parts(text: string, separator = /[,;/]|\s(?=[a-z]\))/): string[] {
  return text
    .split(separator)
    .map((part) => part.replace(/^\s*[a-z]\)\s*/, '').trim())
    .filter(Boolean);
}

/** `01/01/2001`, `01/2001`, `2001`, `1999, 2003`, `Approximately 1999, 2003`. */
function datesIn(text: string): (string | null)[] {
  const isAbout = /approx|circa/i.test(text);
  return text
    .replace(/approximately|approx\.?/gi, '')
    .split(/\s*[,;]\s*|\s+(?:and|or)\s+/)
    .map((part) => part.replace(/^[a-z]\)\s*/, '').trim())
    .filter(Boolean)
    .map((part) => {
      const [, month, year] = /^(\d{1,2})\/(\d{4})$/.exec(part) ?? [];
      const date = partialDate(month ? `${year}-${month.padStart(2, '0')}` : serialDate(part));
      return date && isAbout && !date.endsWith('~') ? `${date}~` : date;
    });
}

/** A day as spreadsheets count it, from the end of 1899. A number of four digits is a year. */
function serialDate(text: string): string {
  if (!/^\d{5}(?:\.\d+)?$/.test(text)) return text;
  return new Date(Date.UTC(1899, 11, 30) + Math.floor(Number(text)) * 86_400_000).toISOString().slice(0, 10);
}

function passportIn(text: string): string {
  return /passport[^.;]*/i.exec(text)?.[0] ?? '';
}
