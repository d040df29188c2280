import type { Identifier, IdentifierType } from './identifier.ts';
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
      else if (of.some((row) => ukRows.name(row))) yield { put: entityOf(id, of, kindOf(type)) };
      else context.onDamaged(0, `target ${id} has no name`);
    }
  },
};

/** `Designation Type` in the column set of 2025, `Type of entity` says more of organisations. */
function kindOf(row: UkRow | undefined): string {
  const told = [row?.['Designation Type'], row?.['Individual, Entity, Ship'], row?.['Type of entity']];
  return told.find((text) => /^(individual|entity|ship)s?$/i.test(text ?? '')) ?? told.find(Boolean) ?? '';
}

function entityOf(id: string, of: UkRow[], kind: string): Listed {
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
      ...numbers(of, 'Passport number', 'Passport additional information', 'passport'),
      ...numbers(
        of,
        'National Identifier number',
        'National Identifier additional information',
        'national_id',
      ),
      ...numbers(of, 'Business registration number (s)', '', 'registration'),
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

/** The numbers of one column, with what the column beside it says of them. */
function numbers(of: readonly UkRow[], column: string, more: string, type: IdentifierType): Identifier[] {
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
