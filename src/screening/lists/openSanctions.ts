import { basename, dirname } from 'node:path';
import { known, mergedNames, partialDate, withoutBlanks } from './cellValues.ts';
import { countryCode } from './countryCode.ts';
import { isSchema } from './ftmModel.ts';
import type { Identifier } from './identifier.ts';
import type { Listed } from './listed.ts';
import { requireStatedSize } from './publisherIndex.ts';
import type { ListReader } from './reader.ts';
import { rows } from './rows.ts';
import { requireColumns, requireLineEnd, requireUtf8, type TableColumns } from './tableColumns.ts';

/**
 * OpenSanctions simplified table, `targets.simple.csv`, of any of its collections.
 * Format: https://www.opensanctions.org/docs/bulk/csv/
 */
export const openSanctions: ListReader = {
  kind: 'OpenSanctions CSV',
  isAggregate: true,
  reads: (file) => /^"?id"?,"?schema"?,"?name"?,"?aliases"?,/.test(file.head),
  async *read(file, context) {
    requireUtf8(file);
    requireLineEnd(file);
    await requireStatedSize(file, context.beside);
    let header: string[] = [];
    let line = 0;
    let newest = '';
    for await (const cells of rows(file, { ...context, maxLines: 40 })) {
      line += 1;
      if (line === 1) {
        header = cells.map((cell) => cell.trim());
        requireColumns(header, columns);
        continue;
      }
      const row: Row = Object.fromEntries(header.map((name, i) => [name, cells[i]?.trim() ?? '']));
      const schema = row['schema'] ?? '';
      if (cells.length !== header.length || !row['id'] || !row['name'])
        context.onDamaged(line, 'not a row with id and name');
      else if (!isSchema(schema)) context.onDamaged(line, `the schema ${schema || '(none)'} is unknown`);
      else if (!kinds.has(schema)) context.onLeftOut();
      else {
        if (schema !== 'Person' && row['birth_date']) context.onOdd(line, `a ${schema} with a date of birth`);
        yield { put: entityOf(row, file.path) };
      }
      if ((row['last_seen'] ?? '') > newest) newest = row['last_seen']!;
    }
    // `last_seen` is the time at which the source of an entity was last read. The newest of these is the time of the
    // table.
    context.onPublished(new Date(newest.length > 10 ? `${newest.replace(/Z$/, '')}Z` : newest));
  },
};

type Row = Record<string, string>;

const columns: TableColumns = {
  needed: ['id', 'schema', 'name', 'aliases', 'birth_date', 'countries', 'identifiers'],
  read: ['sanctions', 'dataset', 'last_seen'],
  others: /^(addresses|phones|emails|program_ids|first_seen|last_change)$/,
};

const kinds = new Set(['Person', 'Organization', 'Company', 'LegalEntity', 'PublicBody']);

function entityOf(row: Row, path: string): Listed {
  const id = row['id']!;
  const aliases = parts(row['aliases']).map((text) => ({ text, quality: 'strong' as const }));
  return withoutBlanks({
    id,
    kind: kindOf(row['schema']!),
    topics: [topicOf(row, path)],
    lists: listsOf(row['dataset'] ?? ''),
    names: mergedNames([{ text: row['name']!, quality: 'primary' as const }, ...aliases]),
    birthDates: known(parts(row['birth_date']).map(partialDate)),
    countries: known(parts(row['countries']).map(countryCode)),
    identifiers: parts(row['identifiers']).map(
      (number): Identifier => ({ type: 'other', country: null, number }),
    ),
    programmes: known([...parts(row['program_ids']), ...(row['program_ids'] ? [] : parts(row['sanctions']))]),
    sourceUrl: `https://www.opensanctions.org/entities/${encodeURIComponent(id)}/`,
  });
}

/** A legal entity may be a person: its sources do not state it. */
function kindOf(schema: string): Listed['kind'] {
  if (schema === 'LegalEntity') return 'unknown';
  return schema === 'Person' ? 'person' : 'organisation';
}

/** The names of its datasets, separated by semicolons. */
function listsOf(datasets: string): string[] {
  const names = parts(datasets);
  return names.length > 0 ? names : ['opensanctions'];
}

/**
 * The topic of an entry. The table has no topics and contains targets only. An entry without a sanction or programme
 * gets its topic from the dataset's name, and at least person of interest.
 */
function topicOf(row: Row, path: string): string {
  if (row['sanctions'] || row['program_ids']) return 'sanction';
  const dataset = row['dataset'] ?? '';
  const hinted = [dataset, basename(dirname(path))].map(
    (name) => hints.find(([hint]) => hint.test(name))?.[1],
  );
  return hinted.find(Boolean) ?? 'poi';
}

const hints: [hint: RegExp, topic: string][] = [
  [/\bpeps?\b|politically exposed|politician|parliament|legislator/i, 'role.pep'],
  [/debar|excluded|ineligible/i, 'debarment'],
  [/wanted|interpol|red notice/i, 'wanted'],
  [/sanction/i, 'sanction'],
];

function parts(cell: string | undefined): string[] {
  return (cell ?? '')
    .split(';')
    .map((text) => text.trim())
    .filter(Boolean);
}
