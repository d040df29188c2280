import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Listed } from '../../../src/screening/lists/listed.ts';
import { optionalData } from '../../support/optionalData.ts';
import { readFolder } from '../../support/readFolder.ts';

/** Real lists, which are not part of the project; `formats` has small sample lists. */
const optional = optionalData('aml', 'Counting every entity of the sample lists');
const lists = join(optional ?? '', 'lists');

/** One entity of a raw file, read independently with simple patterns, without the readers' code. */
interface Raw {
  names: string[];
  dates: number;
  /** Numbers of documents as they stand in the file. */
  identifiers: string[];
}

describe.skipIf(!optional)('every entity of the sample lists', () => {
  test('of OFAC', async () => {
    const { entities } = await readFolder(join(lists, 'ofac'));
    expect(shortfall(entities, rawOfac())).toEqual([]);
    expect(entities.size).toBe(14_965);
  });

  test('of the UN', async () => {
    const { entities } = await readFolder(join(lists, 'un'));
    expect(shortfall(entities, rawUn())).toEqual([]);
    expect(entities.size).toBe(1003);
    const dated = [...entities.values()].flatMap(({ names }) => names.filter((name) => name.birthDates));
    expect(new Set(dated.flatMap(({ birthDates }) => birthDates)).size).toBeGreaterThanOrEqual(40);
  });

  test('of the UK', async () => {
    const { entities } = await readFolder(join(lists, 'uk'));
    expect(shortfall(entities, rawUk())).toEqual([]);
  });

  test('of OpenSanctions', async () => {
    for (const folder of ['zala', 't1', 'parteispenden']) {
      const place = join(lists, 'opensanctions-samples', folder);
      const { entities } = await readFolder(place);
      expect(shortfall(entities, rawFtm([join(place, 'entities.ftm.json')])), folder).toEqual([]);
    }
    const deltas = join(lists, 'opensanctions-samples/t2');
    const { entities } = await readFolder(deltas);
    const files = readdirSync(deltas).filter((name) => /^\d/.test(name));
    const raw = rawFtm(files.sort().map((name) => join(deltas, name, 'entities.delta.json')));
    expect(shortfall(entities, raw)).toEqual([]);
    expect(raw.size).toBe(3);
  });
});

/** The entities that are missing, are too many, or lack a name, a date or a number; the first few. */
function shortfall(entities: Map<string, Listed>, raw: Map<string, Raw>): string[] {
  const missing = [...raw].flatMap(([id, { names, dates, identifiers }]) => {
    const entity = entities.get(id);
    if (!entity) return [`${id} is missing`];
    const has = entity.names.map(({ text }) => letters(text));
    const numbers = (entity.identifiers ?? []).map(({ number }) => letters(number)).join(' ');
    const count = new Set([...entity.birthDates, ...entity.names.flatMap((name) => name.birthDates ?? [])])
      .size;
    return [
      ...names.filter((name) => !has.includes(letters(name))).map((name) => `${id} lacks ${name}`),
      ...(count < dates ? [`${id} has ${count} of ${dates} dates`] : []),
      ...identifiers
        .filter((number) => !numbers.includes(letters(number)))
        .map((one) => `${id} lacks ${one}`),
    ];
  });
  const more = [...entities.keys()].filter((id) => !raw.has(id)).map((id) => `${id} is too many`);
  return [...missing, ...more].slice(0, 20);
}

function letters(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '');
}

function rawOfac(): Map<string, Raw> {
  const raw = new Map<string, Raw>();
  const more = new Map(rowsOf('ofac/sdn_comments.csv').map(([id, text]) => [id, text ?? '']));
  for (const row of rowsOf('ofac/sdn.csv')) {
    const [id = '', name = ''] = row;
    if (!/^\d+$/.test(id)) continue;
    const remarks = `${row[11] ?? ''}${more.get(id) ?? ''}`;
    const weak = [...remarks.matchAll(/[afn]\.k\.a\. '(.+?)'(?=[;.]|$)/g)].map((match) => match[1]!);
    const dates = new Set([...remarks.matchAll(/DOB ([^;]+?)\.?(?=;|$)/g)].map((match) => match[1]));
    const numbers = [
      ...remarks.matchAll(
        /(?:Passport|National ID No\.|Tax ID No\.|Registration Number|SSN|C\.U\.R\.P\.) (\S*\d\S*?)(?= \(|[;.]|$)/g,
      ),
    ].map((match) => match[1]!);
    raw.set(`ofac-${id}`, { names: [name, ...weak], dates: dates.size, identifiers: numbers });
  }
  for (const [id, , , alias = ''] of rowsOf('ofac/alt.csv')) raw.get(`ofac-${id}`)?.names.push(alias);
  return raw;
}

/** Cells of a CSV whose rows are lines; `-0-` is nothing. */
function rowsOf(file: string, encoding: BufferEncoding | 'windows-1252' = 'utf8'): string[][] {
  const text = new TextDecoder(encoding).decode(readFileSync(join(lists, file)));
  return text
    .split('\n')
    .filter((line) => line.trim().length > 1)
    .map((line) =>
      [...line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g)].map((match) => {
        const cell = (match[1]?.replaceAll('""', '"') ?? match[2] ?? '').trim();
        return cell === '-0-' ? '' : cell;
      }),
    );
}

function rawUn(): Map<string, Raw> {
  const text = readFileSync(join(lists, 'un/consolidated.xml'), 'utf8');
  const raw = new Map<string, Raw>();
  for (const [block] of text.matchAll(/<(INDIVIDUAL|ENTITY)>[\s\S]*?<\/\1>/g)) {
    const values = (tag: string, within = block) =>
      [...within.matchAll(new RegExp(`<${tag}>([^<]+)</${tag}>`, 'g'))].map((match) =>
        match[1]!.replaceAll('&amp;', '&').replaceAll('&apos;', "'").replaceAll(/\s+/g, ' ').trim(),
      );
    const parts = ['FIRST', 'SECOND', 'THIRD', 'FOURTH'].flatMap((part) =>
      values(`${part}_NAME`).slice(0, 1),
    );
    const matches = block.match(/<INDIVIDUAL_DATE_OF_BIRTH>[\s\S]*?<\/INDIVIDUAL_DATE_OF_BIRTH>/g) ?? [];
    const dates = matches.flatMap((date) => [
      values('DATE', date)[0] ?? values('YEAR', date)[0] ?? values('FROM_YEAR', date)[0] ?? [],
    ]);
    raw.set(`unsc-${values('DATAID')[0]}`, {
      names: [parts.join(' '), ...values('ALIAS_NAME')].flatMap((name) => withoutProse(name)),
      dates: new Set([...dates.flat(), ...values('DATE_OF_BIRTH')]).size,
      identifiers: values('NUMBER').flatMap((number) => number.match(/\d[\dA-Z]{4,}/g)?.slice(0, 1) ?? []),
    });
  }
  return raw;
}

/** The first name of a field, up to where prose or another one begins. */
function withoutProse(field: string): string[] {
  const [name = ''] = field.replace(/^[\s)]+/, '').split(/[;(]|,? born | son of | b\) /);
  return /\p{L}/u.test(name) && !/^\(/.test(field) && !/\)[^)]*\p{L}/u.test(field) ? [name] : [];
}

function rawUk(): Map<string, Raw> {
  const text = new TextDecoder('windows-1252').decode(readFileSync(join(lists, 'uk/sanctionsconlist.csv')));
  const raw = new Map<string, Raw>();
  const dates = new Map<string, Set<string>>();
  for (const line of recordsOf(text).slice(2)) {
    const cells = [...line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g)].map((match) =>
      (match[1]?.replaceAll('""', '"') ?? match[2] ?? '').trim(),
    );
    const id = `uk-${cells[28]}`;
    const name = [...cells.slice(1, 6), cells[0]].filter(Boolean).join(' ');
    const entity = raw.get(id) ?? { names: [], dates: 0, identifiers: [] };
    entity.names.push(name);
    if (cells[7]) dates.set(id, (dates.get(id) ?? new Set()).add(cells[7]));
    entity.dates = dates.get(id)?.size ?? 0;
    entity.identifiers.push(
      ...(cells[11]!.match(/^\d{6,}(?= \(|$)/) ?? []),
      ...(cells[12]!.match(/^\d{6,}$/) ?? []),
    );
    raw.set(id, entity);
  }
  return raw;
}

/** Lines, joined while a quote is open. */
function recordsOf(text: string): string[] {
  const records: string[] = [];
  let open = '';
  for (const line of text.split(/\r?\n/)) {
    open = open ? `${open}\n${line}` : line;
    if ((open.split('"').length - 1) % 2 === 1) continue;
    if (open.trim()) records.push(open);
    open = '';
  }
  return records;
}

interface RawFtm {
  id: string;
  schema: string;
  properties: Record<string, string[] | undefined>;
}

/** The entities of a file, or of deltas one after the other. */
function rawFtm(paths: string[]): Map<string, Raw> {
  const raw = new Map<string, Raw>();
  const text = paths.map((path) => readFileSync(path, 'utf8')).join('\n');
  for (const line of text.split('\n').filter(Boolean)) {
    const read = JSON.parse(line) as RawFtm & { op?: string; entity?: RawFtm };
    const { id, schema, properties } = read.entity ?? read;
    if (read.op === 'DEL') raw.delete(id);
    if (!/^(Person|Company|Organization|LegalEntity|PublicBody)$/.test(schema)) continue;
    const all = (...fields: string[]) => fields.flatMap((field) => properties[field] ?? []);
    raw.set(id, {
      names: all('name', 'alias', 'weakAlias', 'previousName'),
      dates: all('birthDate').length,
      identifiers: all(
        'passportNumber',
        'idNumber',
        'taxNumber',
        'innCode',
        'ogrnCode',
        'registrationNumber',
      ),
    });
  }
  return raw;
}
