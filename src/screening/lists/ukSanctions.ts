import { identifiersIn } from './identifiersIn.ts';
import { known } from './known.ts';
import type { Listed } from './listed.ts';
import { mergedIdentifiers } from './mergedIdentifiers.ts';
import { partialDate } from './partialDate.ts';
import type { ListReader } from './reader.ts';
import { rows } from './rows.ts';
import { type UkRow, ukRows } from './ukRows.ts';
import { withoutBlanks } from './withoutBlanks.ts';

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
