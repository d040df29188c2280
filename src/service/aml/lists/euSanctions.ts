import { countryCode } from './countryCode.ts';
import { known } from './known.ts';
import type { Listed, ListedName } from './listed.ts';
import { partialDate } from './partialDate.ts';
import type { ListReader } from './reader.ts';
import { rows } from './rows.ts';

/**
 * EU consolidated financial sanctions list (FSF), CSV with semicolons: one row per name, date, place or
 * citizenship of an entity; columns are found by name, as the two published versions order them differently.
 * Format: https://data.europa.eu/data/datasets/consolidated-list-of-persons-groups-and-entities-subject-to-eu-financial-sanctions
 */
export const euSanctions: ListReader = {
  kind: 'EU FSF CSV',
  reads: (file) => /Entity_LogicalId/i.test(file.head.slice(0, 600)),
  async *read(file, context) {
    const entities = new Map<string, Row[]>();
    let header: string[] = [];
    let line = 0;
    for await (const cells of rows(file, { ...context, delimiter: ';', maxLines: 40 })) {
      line += 1;
      if (line === 1) {
        header = cells.map((cell) => cell.trim().toLowerCase());
        continue;
      }
      const row: Row = Object.fromEntries(header.map((name, i) => [name, cells[i]?.trim() ?? '']));
      const id = row['entity_logicalid'] ?? '';
      if (Math.abs(cells.length - header.length) > 1 || !/^\d+$/.test(id)) {
        context.onDamaged(line, 'not a row with an Entity_LogicalId');
        continue;
      }
      if (entities.size === 0) context.onPublished(dated(row['filegenerationdate'] ?? ''));
      entities.set(id, [...(entities.get(id) ?? []), row]);
    }
    for (const [id, of] of entities) {
      const names = namesOf(of);
      if (names.length > 0) yield { put: entityOf(id, of, names) };
      else context.onDamaged(0, `entity ${id} has no name`);
    }
  },
};

type Row = Record<string, string>;

function dated(text: string): Date {
  const [day, month, year] = text.split('/');
  return new Date(`${year}-${month}-${day}T00:00:00Z`);
}

function entityOf(id: string, of: Row[], names: ListedName[]): Listed {
  const codes = ['birthdate_countryiso2code', 'citizenship_countryiso2code', 'address_countryiso2code'];
  const dates = of.flatMap((row) => [row['birthdate_birthdate'] || row['birthdate_year'] || '']);
  const circa = of.some((row) => /true/i.test(row['birthdate_circa'] ?? '')) ? 'circa ' : '';
  return {
    id: `eu-${id}`,
    kind: of.some((row) =>
      /^p|person/i.test(row['entity_subjecttype_classificationcode'] || row['entity_subjecttype'] || ''),
    )
      ? 'person'
      : 'organisation',
    topics: ['sanctions'],
    lists: ['eu_fsf'],
    names,
    birthDates: known(
      dates.filter(Boolean).map((date) => partialDate(/^\d{4}$/.test(date) ? circa + date : date)),
    ),
    countries: known(
      of
        .flatMap((row) => codes.map((column) => row[column] ?? ''))
        .filter(Boolean)
        .map(countryCode),
    ),
    sourceUrl:
      'https://data.europa.eu/data/datasets/consolidated-list-of-persons-groups-and-entities-subject-to-eu-financial-sanctions',
  };
}

function namesOf(of: Row[]): ListedName[] {
  const names = new Map<string, ListedName>();
  for (const row of of) {
    const parts = [row['namealias_firstname'], row['namealias_middlename'], row['namealias_lastname']];
    const text = row['namealias_wholename'] || parts.filter(Boolean).join(' ');
    const weak = /false/i.test(row['namealias_strong'] ?? '');
    if (text && !names.has(text))
      names.set(text, { text, quality: names.size === 0 ? 'primary' : weak ? 'weak' : 'strong' });
  }
  return [...names.values()];
}
