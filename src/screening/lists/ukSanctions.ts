import { known, mergedNames, withoutBlanks } from './cellValues.ts';
import { countryCode } from './countryCode.ts';
import { type Identifier, type IdentifierType, mergedIdentifiers } from './identifier.ts';
import { identifiersIn } from './identifiersIn.ts';
import type { Gender, Listed, ListedName } from './listed.ts';
import { partialDate } from './partialDate.ts';
import type { ListReader } from './reader.ts';
import { rows } from './rows.ts';

/**
 * UK consolidated list of financial sanctions targets (OFSI), CSV, of 2018 and of 2022; closed on 28 January 2026 and
 * succeeded by the UK Sanctions List. One row per name, rows of one target share the Group ID. Format:
 * https://www.gov.uk/government/publications/financial-sanctions-consolidated-list-of-targets
 */
export const ukSanctions: ListReader = {
  kind: 'UK OFSI CSV',
  reads: (file) => /^"?Last Updated"?,/.test(file.head) && /Group ID/.test(file.head),
  async *read(file, context) {
    const groups = new Map<string, UkRow[]>();
    let header: string[] = [];
    let line = 0;
    for await (const cells of rows(file, { ...context, maxLines: 40 })) {
      line += 1;
      if (line === 1) context.onPublished(ukRows.date(cells[1] ?? ''));
      if (line === 2) header = cells.map((cell) => cell.trim());
      if (line <= 2) continue;
      const row: UkRow = Object.fromEntries(header.map((name, i) => [name, cells[i]?.trim() ?? '']));
      const group = row['Group ID'] ?? '';
      if (cells.length !== header.length || !/^\d+$/.test(group) || !ukRows.name(row))
        context.onDamaged(line, 'not a row with a name and a Group ID');
      else groups.set(group, [...(groups.get(group) ?? []), row]);
    }
    for (const [group, of] of groups)
      if (/individual|entity/i.test(of[0]!['Group Type'] ?? '')) yield { put: entityOf(group, of) };
      else context.onLeftOut();
  },
};

function entityOf(group: string, of: UkRow[]): Listed {
  const nationalities = ukRows.countries(of, 'Nationality');
  const residences = ukRows.countries(of, 'Country');
  return withoutBlanks({
    id: `uk-${group}`,
    kind: /individual/i.test(of[0]!['Group Type'] ?? '') ? 'person' : 'organisation',
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

/**
 * UK Sanctions List (FCDO), CSV, the only one since 28 January 2026: a line with the date of the report, the columns, one
 * row per name, address or document; rows of one target share the Unique ID. Ships are left out. Entities keep the id
 * that they had on the list before, by their OFSI group. Format:
 * https://www.gov.uk/government/publications/the-uk-sanctions-list
 */
export const ukSanctionsList: ListReader = {
  kind: 'UK Sanctions List CSV',
  reads: (file) => /^\W*Report Date:/i.test(file.head) && /Unique ID/.test(file.head),
  async *read(file, context) {
    const targets = new Map<string, UkRow[]>();
    let header: string[] = [];
    let line = 0;
    for await (const cells of rows(file, { ...context, maxLines: 200 })) {
      line += 1;
      if (header.length === 0) {
        const date = /Report Date:\s*([\w/-]+)/i.exec(cells.join(' '));
        if (date) context.onPublished(ukRows.date(date[1]!));
        if (cells.some((cell) => cell.trim() === 'Unique ID')) header = cells.map((cell) => cell.trim());
        continue;
      }
      const row: UkRow = Object.fromEntries(header.map((name, i) => [name, cells[i]?.trim() ?? '']));
      const id = row['Unique ID'];
      if (cells.length !== header.length || !id) context.onDamaged(line, 'not a row with a Unique ID');
      else targets.set(id, [...(targets.get(id) ?? []), row]);
    }
    for (const [id, of] of targets) {
      const type = of.find((row) => row['Type of entity'] || row['Designation Type']);
      if (/ship|vessel/i.test(kindOf(type))) context.onLeftOut();
      else if (of.some((row) => ukRows.name(row))) yield { put: listEntityOf(id, of, kindOf(type)) };
      else context.onDamaged(0, `target ${id} has no name`);
    }
  },
};

/** `Designation Type` in the column set of 2025, `Type of entity` says more of organisations. */
function kindOf(row: UkRow | undefined): string {
  const told = [row?.['Designation Type'], row?.['Individual, Entity, Ship'], row?.['Type of entity']];
  return told.find((text) => /^(individual|entity|ship)s?$/i.test(text ?? '')) ?? told.find(Boolean) ?? '';
}

function listEntityOf(id: string, of: UkRow[], kind: string): Listed {
  const group = of.map((row) => row['OFSI Group ID'] ?? '').find((text) => /^\d+$/.test(text));
  const nationalities = ukRows.countries(of, 'Nationality(/ies)');
  const residences = ukRows.countries(of, 'Address Country');
  const towns = ukRows.cells(of, 'Town of birth');
  return withoutBlanks({
    id: `uk-${group ?? id}`,
    kind: /individual/i.test(kind) ? 'person' : 'organisation',
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

/** The columnNumbers of one column, with what the column beside it says of them. */
function columnNumbers(
  of: readonly UkRow[],
  column: string,
  more: string,
  type: IdentifierType,
): Identifier[] {
  const cells = of.map((row) => [row[column] ?? '', row[more] ?? ''] as const).filter(([number]) => number);
  return cells.flatMap(([number, about]) => {
    const [told] = identifiersIn(`${number} ${about}`, type);
    const found = identifiersIn(number, type);
    const all = found.length > 0 ? found : [{ type, country: null, number }];
    return all.map((one) => ({
      ...one,
      country: one.country ?? told?.country ?? null,
      ...(about ? { note: about } : {}),
    }));
  });
}

/** One row of a list of the United Kingdom, by its columns. */
type UkRow = Readonly<Record<string, string | undefined>>;

/** What the rows of one target have in common in the old and the new tables of the United Kingdom. */
const ukRows = {
  /** The names, primary ones first; the same name stands in several rows when dates or addresses differ. */
  names(of: readonly UkRow[], kind: string, weak: (row: UkRow) => boolean, script: string): ListedName[] {
    const isPrimary = (row: UkRow) => /^(primary name|prime alias)$/i.test(row[kind]?.trim() ?? '');
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

  /** `Name 6` is the family name, `Name 1` to `Name 5` come before it. */
  name(row: UkRow): string {
    const parts = [1, 2, 3, 4, 5, 6].map((i) => row[`Name ${i}`]?.trim() ?? '');
    return parts.filter(Boolean).join(' ').replace(/\s+/g, ' ');
  },

  /** All different values of a column; `1) Saudi Arabia 2) Qatar` and `(1) … (2) …` are two. */
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

  /** `13/04/2018` or `08-Oct-2026` as a date; invalid if it is none. */
  date(text: string): Date {
    const [day = '', month = '', year = ''] = text.trim().split(/[/-]/);
    const number = months.indexOf(month.toLowerCase()) + 1;
    return new Date(
      `${year}-${number ? String(number).padStart(2, '0') : month}-${day.padStart(2, '0')}T00:00:00Z`,
    );
  },

  /** Such a date as `YYYY-MM-DD`; empty if it is none. */
  day(text: string | undefined): string {
    const date = ukRows.date(text ?? '');
    return Number.isNaN(date.getTime()) ? '' : date.toISOString().slice(0, 10);
  },
};

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
