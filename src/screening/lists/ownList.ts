import { basename } from 'node:path';
import { japaneseReadings } from '../names/japanese.ts';
import { unreadScripts } from '../names/unreadScripts.ts';
import { known, mergedNames, partialDate, publicFunction, withoutBlanks } from './cellValues.ts';
import { countryCode } from './countryCode.ts';
import { type Identifier, type IdentifierType, identifierType, identifierTypes } from './identifier.ts';
import { type Listed, listKind, type PublicFunction } from './listed.ts';
import type { ListReader } from './reader.ts';
import { rows } from './rows.ts';
import { requireColumns, requireLineEnd, requireUtf8, type TableColumns } from './tableColumns.ts';

/**
 * The customer's own list, such as blocked people: a table with a header, in UTF-8, separated by commas or
 * semicolons. Its code is the name of the file, `own_blocklist` for `blocklist.csv`.
 */
export const ownList: ListReader = {
  kind: 'own CSV',
  reads: (file) => isHeader(file.head.split(/\r?\n/, 1)[0] ?? ''),
  codes: (file) => [codeOf(file.path)],
  async *read(file, context) {
    requireUtf8(file);
    requireLineEnd(file);
    const delimiter = delimiterOf(file.head.split(/\r?\n/, 1)[0] ?? '');
    let header: string[] = [];
    let line = 0;
    for await (const cells of rows(file, { ...context, delimiter, maxLines: 40 })) {
      line += 1;
      if (line === 1) {
        header = cells.map((cell) => cell.trim());
        requireColumns(header, columns);
        continue;
      }
      const row = Object.fromEntries(header.map((name, i) => [name.toLowerCase(), cells[i]?.trim() ?? '']));
      const problem =
        cells.length === header.length ? wrongIn(row) : 'the number of cells differs from the header';
      if (problem) context.onDamaged(line, problem);
      else yield { put: listedOf(row, codeOf(file.path)) };
    }
  },
};

const columns: TableColumns = {
  needed: ['id', 'name'],
  read: [],
  others:
    /^(kind|aliases|dateOfBirth|nationalities|countries|identifiers|topic|function|level|since|until|reason|listedOn|note)$/i,
};

function delimiterOf(header: string): string {
  return header.includes(';') ? ';' : ',';
}

/** Whether a line is the header of such a list: it has its columns and no others. */
function isHeader(line: string): boolean {
  const names = line.split(delimiterOf(line)).map((name) => name.trim().replace(/^"|"$/g, ''));
  const has = (name: string) => names.some((one) => one.toLowerCase() === name);
  return (
    has('id') && has('name') && names.every((name) => /^(id|name)$/i.test(name) || columns.others.test(name))
  );
}

function codeOf(path: string): string {
  const name = basename(path)
    .replace(/\.\w+$/, '')
    .toLowerCase();
  return `own_${name.replace(/[^a-z0-9]+/g, '_').replace(/^_+|_+$/g, '') || 'list'}`;
}

type Row = Readonly<Record<string, string>>;

function wrongIn(row: Row): string | null {
  if (!row['id'] || !row['name']) return 'a row without id or name';
  const kind = row['kind'] ?? '';
  if (!/^(|person|organi[sz]ation)$/i.test(kind)) return `the kind ${kind} is unknown`;
  if (/^organi/i.test(kind) && row['dateofbirth']) return 'an organisation with a date of birth';
  const topic = parts(row['topic']).find((one) => listKind(one) === null);
  if (topic) return `the topic ${topic} never alerts`;
  const number = parts(row['identifiers']).find((text) => identifierOf(text) === null);
  if (number) return `the identifier ${number} is not number, country:number or country:type:number`;
  const unread = unreadName(row);
  if (unread) return unread;
  const date = parts(row['dateofbirth']).find((text) => partialDate(text) === null);
  if (date) return 'an invalid date of birth';
  const dates = [row['since'], row['until']].filter(Boolean);
  if (dates.some((text) => partialDate(text!) === null)) return 'an invalid date in since or until';
  if ((row['level'] || dates.length > 0) && !row['function'])
    return 'a level, since or until without function';
  const country = [...parts(row['countries']), ...parts(row['nationalities'])].find(
    (text) => !countryCode(text),
  );
  return country ? `the country ${country} is unknown` : null;
}

/** A name in a script that is not supported, if the entry has no readable name; such an entry could never be found. */
function unreadName(row: Row): string | null {
  const names = [row['name']!, ...parts(row['aliases'])];
  const isRead = (name: string) =>
    /\p{Script=Latin}/u.test(name) || (unreadScripts(name).length === 0 && !japaneseReadings(name).isUnread);
  return names.some(isRead)
    ? null
    : `the name ${row['name']} is in a script that is not supported: add it in Latin letters`;
}

/** Parses `number`, `country:number`, `type:number` or `country:type:number`; null for any other text. */
function identifierOf(text: string): Identifier | null {
  const named = text.split(':').map((part) => part.trim());
  const number = named.pop()!;
  const country = named.length > 0 ? countryCode(named[0]!) : null;
  if (country) named.shift();
  const type = typeOf(named[0]);
  return number && type && named.length < 2 ? { type, country, number } : null;
}

function typeOf(name: string | undefined): IdentifierType | null {
  if (name === undefined) return 'other';
  const exact = identifierTypes.find((one) => one === name.toLowerCase().replaceAll(/[\s-]+/g, '_'));
  const type = exact ?? identifierType(name.replaceAll('_', ' '));
  return type === 'other' && exact === undefined ? null : type;
}

/** The Japanese readings of a name in kanji, because the list may have the name in that script alone. */
function readingsOf(row: Row): string[] {
  const names = [row['name']!, ...parts(row['aliases'])];
  return names.some((name) => /\p{Script=Latin}/u.test(name))
    ? []
    : names.flatMap((name) => japaneseReadings(name).names);
}

function listedOf(row: Row, code: string): Listed {
  const codes = (cell: string | undefined) => known(parts(cell).map(countryCode));
  const nationalities = codes(row['nationalities']);
  const kind = row['kind'] ? (/^person$/i.test(row['kind']) ? 'person' : 'organisation') : null;
  const born = row['dateofbirth'] ? 'person' : 'unknown';
  return withoutBlanks({
    id: `${code}-${row['id']}`,
    kind: kind ?? born,
    topics: row['topic'] ? parts(row['topic']) : ['poi'],
    lists: [code],
    names: mergedNames([
      { text: row['name']!, quality: 'primary' },
      ...[...parts(row['aliases']), ...(kind === 'organisation' ? [] : readingsOf(row))].map((text) => ({
        text,
        quality: 'strong' as const,
      })),
    ]),
    birthDates: known(parts(row['dateofbirth']).map(partialDate)),
    countries: known([...nationalities, ...codes(row['countries'])]),
    nationalities,
    identifiers: parts(row['identifiers']).flatMap((text) => identifierOf(text) ?? []),
    listedOn: partialDate(row['listedon'] ?? '') ?? undefined,
    functions: functionsOf(row),
    remarks: [row['reason'], row['note']].filter(Boolean).join(' '),
    sourceUrl: null,
  });
}

function functionsOf({ function: title, level, since, until }: Row): PublicFunction[] {
  return title ? [publicFunction({ title, level, since, until })] : [];
}

/** Several values in a cell are separated by semicolons, or by bars if semicolons separate the cells. */
function parts(cell = ''): string[] {
  return cell
    .split(/[;|]/)
    .map((text) => text.trim())
    .filter(Boolean);
}
