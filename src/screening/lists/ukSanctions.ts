import { known, mergedNames, partialDate, withoutBlanks } from './cellValues.ts';
import { countryCode } from './countryCode.ts';
import { type Identifier, type IdentifierType, mergedIdentifiers } from './identifier.ts';
import { identifiersIn } from './identifiersIn.ts';
import type { Gender, Listed, ListedName } from './listed.ts';
import type { ListReader } from './reader.ts';
import { addRow, rows } from './rows.ts';
import { requireColumns, requireLineEnd, type TableColumns } from './tableColumns.ts';

/**
 * UK Sanctions List (FCDO), CSV, the only UK list since 28 January 2026: a line with the date of the report, the
 * header, then one row per name, address or document. Rows of one target share the Unique ID. An
 * entity keeps the id from the former list (its OFSI group).
 * Format: https://www.gov.uk/government/publications/the-uk-sanctions-list
 */
export const ukSanctionsList: ListReader = {
  kind: 'UK Sanctions List CSV',
  reads: (file) => /^\W*Report Date:/i.test(file.head) && /Unique ID/.test(file.head),
  codes: () => ['uk_sanctions'],
  isGrouped: true,
  async *read(file, context) {
    requireLineEnd(file);
    const targets = new Map<string, UkRow[]>();
    let header: string[] = [];
    let line = 0;
    for await (const cells of rows(file, { ...context, maxLines: 200 })) {
      line += 1;
      if (header.length === 0) {
        const date = /Report Date:\s*([\w/-]+)/i.exec(cells.join(' '));
        if (date) context.onPublished(ukRows.date(date[1]!));
        if (!cells.some((cell) => cell.trim() === 'Unique ID')) continue;
        header = cells.map((cell) => cell.trim());
        for (const column of requireColumns(header, listColumns)) context.onUnknown(`the column ${column}`);
        continue;
      }
      const row: UkRow = Object.fromEntries(header.map((name, i) => [name, cells[i]?.trim() ?? '']));
      const id = row['Unique ID'];
      if (cells.length !== header.length || !id) context.onDamaged(line, 'not a row with a Unique ID');
      else addRow(targets, id, row);
    }
    for (const [id, of] of targets) {
      const target = ukTarget(id, of, context.onUnknown);
      if ('wrong' in target) context.onDamaged(0, `target ${id}: ${target.wrong}`);
      else yield target;
    }
  },
};

const kindColumns = ['Designation Type', 'Individual, Entity, Ship', 'Type of entity'];

const listColumns: TableColumns = {
  needed: [
    ...['Unique ID', 'Name 6', 'Name 1', 'Name 2', 'Name 3', 'Name 4', 'Name 5', 'Name type', 'D.O.B'],
    ...[kindColumns.join('|'), 'Nationality(/ies)'],
  ],
  read: [
    ...['OFSI Group ID', 'Alias strength', 'Name non-latin script', 'Regime Name', 'Address Country'],
    ...[
      'National Identifier number',
      'Passport number',
      'Position',
      'Gender',
      'Town of birth',
      'Country of birth',
    ],
  ],
  others:
    /^(Last Updated|UN Reference Number|Title|Non-latin script|Designation source|Sanctions Imposed|Other Information|UK Statement of Reasons|Address (Line|Postal)|Phone|Website|Email|Date Designated|(National Identifier|Passport) additional|Subsidiaries|Parent compan|Business registration|IMO number|(Current|Previous|Former)\b|Type of (entity|ship)|Tonnage|Length|Year built|Hull|Flag|Designation Type$|Individual, Entity, Ship$)/i,
};

/**
 * The kind of a target. Since 2025 the column is `Designation Type`; for organisations `Type of entity` is more
 * specific. `null` if no column states it.
 */
function kindOf(of: readonly UkRow[]): string | null {
  const cells = kindColumns.flatMap((column) => of.map((row) => row[column] ?? ''));
  const kinds = cells.map((text) =>
    /^(?:specified )?(individual|entity|ship)s?$/i.exec(text)?.[1]?.toLowerCase(),
  );
  return kinds.find((kind) => kind !== undefined) ?? null;
}

/** Builds a target of the UK Sanctions List from its rows, whatever the file format. */
export function ukTarget(
  id: string,
  of: UkRow[],
  onUnknown: (what: string) => void,
): { put: Listed } | { wrong: string } {
  const kind = kindOf(of);
  const problem = wrongInTarget(of, kind, onUnknown);
  return problem ? { wrong: problem } : { put: listEntityOf(id, of, kind!) };
}

/** The problem in the rows of a target; `null` if they are valid. */
function wrongInTarget(
  of: readonly UkRow[],
  kind: string | null,
  onUnknown: (what: string) => void,
): string | null {
  if (kind === null)
    return `its kind is unknown: ${kindColumns.map((column) => of[0]![column] ?? '').join(' ')}`;
  const others = of.map((row) => kindOf([row])).filter((other) => other !== null && other !== kind);
  if (others.length > 0) return `it is both ${kind} and ${others[0]}`;
  if (kind !== 'individual' && of.some((row) => row['D.O.B']))
    return 'has a date of birth, but is not an individual';
  if (!of.some((row) => ukRows.name(row))) return 'it has no name';
  return ukRows.wrongNames(
    of.filter((row) => ukRows.name(row)),
    'Name type',
    onUnknown,
  );
}

function listEntityOf(id: string, of: UkRow[], kind: string): Listed {
  const group = of.map((row) => row['OFSI Group ID'] ?? '').find((text) => /^\d+$/.test(text));
  const nationalities = ukRows.countries(of, 'Nationality(/ies)');
  const residences = ukRows.countries(of, 'Address Country');
  const towns = ukRows.cells(of, 'Town of birth');
  return withoutBlanks({
    id: `uk-${group ?? id}`,
    kind: ukRows.kind(kind),
    topics: ['sanction'],
    lists: ['uk_sanctions'],
    names: ukRows.names(
      of,
      'Name type',
      (row) => /low/i.test(row['Alias strength'] ?? ''),
      'Name non-latin script',
    ),
    birthDates: known(ukRows.cells(of, 'D.O.B').map(partialDate)),
    countries: known([...nationalities, ...ukRows.countries(of, 'Country of birth'), ...residences]),
    nationalities,
    residences,
    placesOfBirth: known([...towns, ...ukRows.cells(of, 'Country of birth')]),
    gender: ukRows.gender(ukRows.cells(of, 'Gender')[0] ?? ''),
    identifiers: mergedIdentifiers([
      ...columnNumbers(of, 'Passport number', 'Passport additional information', 'passport'),
      ...columnNumbers(
        of,
        'National Identifier number',
        'National Identifier additional information',
        'national_id',
      ),
      ...columnNumbers(of, 'Business registration number (s)', '', 'registration'),
      ...columnNumbers(of, 'IMO number', '', 'imo'),
    ]),
    programmes: ukRows.cells(of, 'Regime Name'),
    listedOn: of
      .map((row) => ukRows.day(row['Date Designated']))
      .filter(Boolean)
      .sort()[0],
    position: ukRows.cells(of, 'Position').join('; '),
    remarks: known(
      of.flatMap((row) => [row['UK Statement of Reasons'] || null, row['Other Information'] || null]),
    ).join(' '),
    sourceUrl: 'https://www.gov.uk/government/publications/the-uk-sanctions-list',
  });
}

/** The numbers of one column, with the information of its companion column. */
function columnNumbers(
  of: readonly UkRow[],
  column: string,
  noteColumn: string,
  type: IdentifierType,
): Identifier[] {
  const cells = of
    .map((row) => [row[column] ?? '', row[noteColumn] ?? ''] as const)
    .filter(([number]) => number);
  return cells.flatMap(([number, about]) => {
    const [stated] = identifiersIn(`${number} ${about}`, type);
    const identifiers = identifiersIn(number, type);
    const all = identifiers.length > 0 ? identifiers : [{ type, country: null, number }];
    return all.map((one) => ({
      ...one,
      country: one.country ?? stated?.country ?? null,
      ...(about ? { note: about } : {}),
    }));
  });
}

/**
 * UK consolidated list of financial sanctions targets (OFSI), CSV, of 2018 and of 2022; closed on 28 January 2026 and
 * succeeded by the UK Sanctions List. One row per name, rows of one target share the Group ID. Format:
 * https://www.gov.uk/government/publications/financial-sanctions-consolidated-list-of-targets
 */
export const ukSanctions: ListReader = {
  kind: 'UK OFSI CSV',
  reads: (file) => /^"?Last Updated"?,/.test(file.head) && /Group ID/.test(file.head),
  codes: () => ['uk_sanctions'],
  isGrouped: true,
  async *read(file, context) {
    requireLineEnd(file);
    const groups = new Map<string, UkRow[]>();
    let header: string[] = [];
    let line = 0;
    for await (const cells of rows(file, { ...context, maxLines: 40 })) {
      line += 1;
      if (line === 1) context.onPublished(ukRows.date(cells[1] ?? ''));
      if (line === 2) {
        header = cells.map((cell) => cell.trim());
        for (const column of requireColumns(header, consolidatedColumns))
          context.onUnknown(`the column ${column}`);
      }
      if (line <= 2) continue;
      const row: UkRow = Object.fromEntries(header.map((name, i) => [name, cells[i]?.trim() ?? '']));
      const group = row['Group ID'] ?? '';
      if (cells.length !== header.length || !/^\d+$/.test(group) || !ukRows.name(row))
        context.onDamaged(line, 'not a row with a name and a Group ID');
      else addRow(groups, group, row);
    }
    for (const [group, of] of groups) {
      const problem = wrongInGroup(of, context.onUnknown);
      if (problem) context.onDamaged(0, `group ${group}: ${problem}`);
      else yield { put: entityOf(group, of) };
    }
  },
};

const consolidatedColumns: TableColumns = {
  needed: [
    ...['Name 6', 'Name 1', 'Name 2', 'Name 3', 'Name 4', 'Name 5', 'DOB', 'Nationality', 'Group Type'],
    ...['Alias Type', 'Group ID'],
  ],
  read: [
    'Town of Birth',
    'Country of Birth',
    'Passport Details',
    'Position',
    'Country',
    'Regime',
    'Listed On',
  ],
  others:
    /^(Title|Name Non-Latin Script|Non-Latin Script (Type|Language)|Passport Number|NI Number|National Identification (Number|Details)|Address [1-6]|Post\/Zip Code|Other Information|Alias Quality|UK Sanctions List Date Designated|Last Updated|Grp Status)$/i,
};

/** The problem in the rows of a group; `null` if they are valid. Each group must contain its primary name. */
function wrongInGroup(of: readonly UkRow[], onUnknown: (what: string) => void): string | null {
  const kinds = [...new Set(of.map((row) => (row['Group Type'] ?? '').toLowerCase()))];
  if (kinds.length > 1) return `it has several Group Types: ${kinds.join(', ')}`;
  if (!['individual', 'entity', 'ship'].includes(kinds[0]!)) return `the Group Type ${kinds[0]} is unknown`;
  if (kinds[0] !== 'individual' && of.some((row) => row['DOB']))
    return 'has a date of birth, but is not an individual';
  return ukRows.wrongNames(of, 'Alias Type', onUnknown);
}

function entityOf(group: string, of: UkRow[]): Listed {
  const nationalities = ukRows.countries(of, 'Nationality');
  const residences = ukRows.countries(of, 'Country');
  return withoutBlanks({
    id: `uk-${group}`,
    kind: ukRows.kind(of[0]!['Group Type'] ?? ''),
    topics: ['sanction'],
    lists: ['uk_sanctions'],
    names: ukRows.names(
      of,
      'Alias Type',
      (row) => /low/i.test(row['Alias Quality'] ?? ''),
      'Name Non-Latin Script',
    ),
    birthDates: known(ukRows.cells(of, 'DOB').map(partialDate)),
    countries: known([...nationalities, ...ukRows.countries(of, 'Country of Birth'), ...residences]),
    nationalities,
    residences,
    placesOfBirth: known([...ukRows.cells(of, 'Town of Birth'), ...ukRows.cells(of, 'Country of Birth')]),
    gender: undefined,
    identifiers: mergedIdentifiers([
      ...numbers(of, ['Passport Details', 'Passport Number'], 'passport'),
      ...numbers(of, ['NI Number', 'National Identification Number'], 'national_id'),
      ...shipNumbers(of),
    ]),
    programmes: ukRows.cells(of, 'Regime'),
    listedOn: of
      .map((row) => ukRows.day(row['Listed On']))
      .filter(Boolean)
      .sort()[0],
    position: ukRows.cells(of, 'Position').join('; '),
    remarks: known(of.map((row) => row['Other Information'] || null)).join(' '),
    sourceUrl: 'https://www.gov.uk/government/publications/the-uk-sanctions-list',
  });
}

function numbers(of: readonly UkRow[], columns: string[], type: 'passport' | 'national_id') {
  const cells = known(of.flatMap((row) => columns.map((column) => row[column] || null)));
  return cells.flatMap((cell) => identifiersIn(cell, type));
}

/** The IMO numbers of a ship, which the former list states in its text. */
function shipNumbers(of: readonly UkRow[]): Identifier[] {
  const texts = of.map((row) => row['Other Information'] ?? '').join(' ');
  const isShip = /^ship$/i.test(of[0]!['Group Type'] ?? '');
  const found = isShip ? [...texts.matchAll(/\bIMO\b\D{0,20}(\d{7})\b/gi)] : [];
  return found.map(([, number]) => ({ type: 'imo', country: null, number: number! }));
}

/** One row of a UK list, by column name. */
export type UkRow = Readonly<Record<string, string | undefined>>;

/** Helpers for the rows of a target, shared by the old and the new UK tables. */
export const ukRows = {
  /** The names, primary ones first. A name occurs in several rows if dates or addresses differ. */
  names(of: readonly UkRow[], kind: string, weak: (row: UkRow) => boolean, script: string): ListedName[] {
    const isPrimary = (row: UkRow) => primary.test(row[kind]?.trim() ?? '');
    const inOrder = [...of].sort((a, b) => Number(isPrimary(b)) - Number(isPrimary(a)));
    const names = inOrder.flatMap((row) =>
      [ukRows.name(row), row[script] ?? ''].filter(Boolean).map((text) => ({ text, isWeak: weak(row) })),
    );
    return mergedNames(
      names.map(({ text, isWeak }, i) => ({
        text,
        quality: i === 0 ? 'primary' : isWeak ? 'weak' : 'strong',
      })),
    );
  },

  kind: (text: string): Listed['kind'] =>
    /individual/i.test(text) ? 'person' : /ship/i.test(text) ? 'vessel' : 'organisation',

  /**
   * The problem in the names of a target; `null` if one name is primary. A second primary name, and a name of an unknown
   * type, are names all the same.
   */
  wrongNames(of: readonly UkRow[], kind: string, onUnknown: (what: string) => void): string | null {
    const kinds = of.map((row) => (row[kind] ?? '').trim());
    for (const text of new Set(kinds)) if (!nameKinds.test(text)) onUnknown(`the ${kind} ${text}`);
    const names = new Set(of.filter((_, i) => primary.test(kinds[i]!)).map((row) => ukRows.name(row)));
    if (names.size > 1) onUnknown('a second primary name');
    return names.size > 0 ? null : 'its primary name is missing, so rows may be missing';
  },

  /** `Name 6` is the family name; `Name 1` to `Name 5` come before it. */
  name(row: UkRow): string {
    const parts = [1, 2, 3, 4, 5, 6].map((i) => row[`Name ${i}`]?.trim() ?? '');
    return parts.filter(Boolean).join(' ').replace(/\s+/g, ' ');
  },

  /** The distinct values of a column. `1) Saudi Arabia 2) Qatar` and `(1) … (2) …` are two values. */
  cells(of: readonly UkRow[], column: string): string[] {
    const parts = of.flatMap((row) =>
      (row[column] ?? '').split(/\s*(?:\(\d+\)(?:-\(\d+\))?|\b\d+\)|\(?\b[a-k]\))\s*/),
    );
    return known(parts.map((text) => text.replace(/[,;]+$/, '').trim() || null)).filter(
      (text) => text !== '-',
    );
  },

  countries(of: readonly UkRow[], ...columns: string[]): string[] {
    const cells = columns.flatMap((column) => ukRows.cells(of, column));
    return known(
      cells
        .flatMap((cell) => cell.split(/[;/]| and /))
        .concat(cells)
        .map(countryCode),
    );
  },

  gender(text: string): Gender | undefined {
    return ({ male: 'male', female: 'female' } as const)[text.toLowerCase()];
  },

  /** Parses `13/04/2018` or `08-Oct-2026`; an invalid Date for any other text. */
  date(text: string): Date {
    const [day = '', month = '', year = ''] = text.trim().split(/[/-]/);
    const number = months.indexOf(month.toLowerCase()) + 1;
    return new Date(
      `${year}-${number ? String(number).padStart(2, '0') : month}-${day.padStart(2, '0')}T00:00:00Z`,
    );
  },

  /** Converts such a date to `YYYY-MM-DD`; empty for any other text. */
  day(text: string | undefined): string {
    const date = ukRows.date(text ?? '');
    return Number.isNaN(date.getTime()) ? '' : date.toISOString().slice(0, 10);
  },
};

const primary = /^(primary name|prime alias)$/i;
const nameKinds = /^(|primary name( variation)?|prime alias|alias|[af]\.?k\.?a\.?)$/i;

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
