import { countryCode } from './countryCode.ts';
import { known } from './known.ts';
import type { Listed, Topic } from './listed.ts';
import { partialDate } from './partialDate.ts';
import type { ListReader } from './reader.ts';
import { rows } from './rows.ts';

/**
 * OpenSanctions simplified table, `targets.simple.csv`, of any of its collections.
 * Format: https://www.opensanctions.org/docs/bulk/csv/
 */
export const openSanctions: ListReader = {
  kind: 'OpenSanctions CSV',
  reads: (file) => /^"?id"?,"?schema"?,"?name"?,"?aliases"?,/.test(file.head),
  async *read(file, context) {
    let header: string[] = [];
    let line = 0;
    for await (const cells of rows(file, { ...context, maxLines: 40 })) {
      line += 1;
      if (line === 1) {
        header = cells;
        continue;
      }
      const row: Row = Object.fromEntries(header.map((name, i) => [name, cells[i]?.trim() ?? '']));
      if (cells.length !== header.length || !row['id'] || !row['name'])
        context.onDamaged(line, 'not a row with id and name');
      else if (kinds.has(row['schema'] ?? '')) yield { put: entityOf(row, file.path) };
    }
  },
};

type Row = Record<string, string>;

const kinds = new Set(['Person', 'Organization', 'Company', 'LegalEntity', 'PublicBody']);

function entityOf(row: Row, path: string): Listed {
  const id = row['id']!;
  const aliases = parts(row['aliases']).map((text) => ({ text, quality: 'strong' as const }));
  return {
    id,
    kind: row['schema'] === 'Person' ? 'person' : 'organisation',
    topics: [topicOf(row, path)],
    lists: ['opensanctions'],
    names: [{ text: row['name']!, quality: 'primary' as const }, ...aliases],
    birthDates: known(parts(row['birth_date']).map(partialDate)),
    countries: known(parts(row['countries']).map(countryCode)),
    sourceUrl: `https://www.opensanctions.org/entities/${encodeURIComponent(id)}/`,
  };
}

/** The table has no topics: a target of a list of politicians that no sanction names is a PEP. */
function topicOf(row: Row, path: string): Topic {
  const politician = /pep|politically exposed|politician|parliament|legislator/i;
  return !row['sanctions'] && (politician.test(row['dataset'] ?? '') || politician.test(path))
    ? 'pep'
    : 'sanctions';
}

function parts(cell: string | undefined): string[] {
  return (cell ?? '')
    .split(';')
    .map((text) => text.trim())
    .filter(Boolean);
}
