import { countryCode } from './countryCode.ts';
import { known } from './known.ts';
import type { Listed, ListedName } from './listed.ts';
import { partialDate } from './partialDate.ts';
import type { ListReader } from './reader.ts';
import { rows } from './rows.ts';

/**
 * UK consolidated list of financial sanctions targets (OFSI), CSV: one row per name, rows of one target
 * share the Group ID. Format:
 * https://www.gov.uk/government/publications/financial-sanctions-consolidated-list-of-targets
 */
export const ukSanctions: ListReader = {
  kind: 'UK OFSI CSV',
  reads: (file) => /^"?Last Updated"?,/.test(file.head) && /Group ID/.test(file.head),
  async *read(file, context) {
    const groups = new Map<string, Row[]>();
    let header: string[] = [];
    let line = 0;
    for await (const cells of rows(file, { ...context, maxLines: 40 })) {
      line += 1;
      if (line === 1) context.onPublished(dated(cells[1] ?? ''));
      if (line === 2) header = cells.map((cell) => cell.trim());
      if (line <= 2) continue;
      const row: Row = Object.fromEntries(header.map((name, i) => [name, cells[i]?.trim() ?? '']));
      const group = row['Group ID'] ?? '';
      if (cells.length !== header.length || !/^\d+$/.test(group) || !nameOf(row))
        context.onDamaged(line, 'not a row with a name and a Group ID');
      else groups.set(group, [...(groups.get(group) ?? []), row]);
    }
    for (const [group, of] of groups)
      if (/individual|entity/i.test(of[0]!['Group Type'] ?? '')) yield { put: entityOf(group, of) };
  },
};

type Row = Record<string, string>;

function dated(text: string): Date {
  const [day, month, year] = text.trim().split('/');
  return new Date(`${year}-${month}-${day}T00:00:00Z`);
}

function entityOf(group: string, of: Row[]): Listed {
  return {
    id: `uk-${group}`,
    kind: /individual/i.test(of[0]!['Group Type'] ?? '') ? 'person' : 'organisation',
    topics: ['sanctions'],
    lists: ['uk_sanctions'],
    names: namesOf(of),
    birthDates: known(of.flatMap((row) => numbered(row['DOB'] ?? '')).map(partialDate)),
    countries: known(
      of
        .flatMap((row) => [row['Nationality'], row['Country of Birth'], row['Country']])
        .flatMap((cell) => numbered(cell ?? ''))
        .map(countryCode),
    ),
    sourceUrl: 'https://www.gov.uk/government/publications/financial-sanctions-consolidated-list-of-targets',
  };
}

/** Primary names first; the same name stands in several rows when dates or addresses differ. */
function namesOf(of: Row[]): ListedName[] {
  const names = new Map<string, ListedName>();
  const rank = (row: Row) => (/primary name$|prime alias/i.test(row['Alias Type'] ?? '') ? 0 : 1);
  for (const row of [...of].sort((a, b) => rank(a) - rank(b))) {
    const weak = /low/i.test(row['Alias Quality'] ?? '');
    for (const text of [nameOf(row), row['Name Non-Latin Script'] ?? ''])
      if (text && !names.has(text))
        names.set(text, { text, quality: names.size === 0 ? 'primary' : weak ? 'weak' : 'strong' });
  }
  return [...names.values()];
}

/** `Name 6` is the family name, `Name 1` to `Name 5` come before it. */
function nameOf(row: Row): string {
  const parts = [1, 2, 3, 4, 5, 6].map((i) => row[`Name ${i}`] ?? '');
  return parts.filter(Boolean).join(' ');
}

/** `1) Saudi Arabia 2) Qatar` are two. */
function numbered(cell: string): string[] {
  return cell
    .split(/\s*\(?\d+\)\s*/)
    .map((text) => text.trim())
    .filter(Boolean);
}
