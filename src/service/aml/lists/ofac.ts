import { basename } from 'node:path';
import { countryCode } from './countryCode.ts';
import type { Listed, ListedName } from './listed.ts';
import type { ListFile } from './listFile.ts';
import { partialDate } from './partialDate.ts';
import type { ListReader, ReadContext } from './reader.ts';
import { rows } from './rows.ts';

/**
 * US Treasury: SDN (`sdn.csv`) and consolidated non-SDN list (`cons_prim.csv`) with their aliases,
 * addresses and overflowing remarks in the files beside them. Vessels and aircraft are left out.
 * Format: https://ofac.treasury.gov/sdn-list-data-formats-data-schemas
 */
export const ofac: ListReader = {
  kind: 'OFAC CSV',
  reads: (file) => /^(sdn|cons_prim)\.csv$/i.test(basename(file.path)),
  async *read(file, context) {
    const prefix = /^sdn/i.test(basename(file.path)) ? '' : 'cons_';
    const sibling = (name: string) =>
      context.beside.find((other) => basename(other.path).toLowerCase() === `${prefix}${name}.csv`);
    const aliases = await grouped(sibling('alt'), context, 5);
    const addresses = await grouped(sibling('add'), context, 6);
    const overflow = await grouped(sibling(prefix ? 'comments' : 'sdn_comments'), context, 2);
    let line = 0;
    for await (const row of rows(file, context)) {
      line += 1;
      const [number, name, type] = row.map(field);
      if (row.length < 12 || !number || !/^\d+$/.test(number) || !name) {
        context.onDamaged(line, 'not an SDN row of 12 fields');
        continue;
      }
      if (type === 'vessel' || type === 'aircraft') continue;
      const remarks = [field(row[11]), ...(overflow.get(number) ?? []).map((more) => field(more[1]))].join(
        '',
      );
      yield {
        put: {
          id: `ofac-${number}`,
          kind: type === 'individual' ? 'person' : 'organisation',
          topics: ['sanctions'],
          lists: [prefix ? 'ofac_cons' : 'ofac_sdn'],
          names: namesOf(name, aliases.get(number) ?? [], remarks),
          birthDates: datesOf(remarks),
          countries: countriesOf(remarks, addresses.get(number) ?? []),
          sourceUrl: `https://sanctionssearch.ofac.treas.gov/Details.aspx?id=${number}`,
        } satisfies Listed,
      };
    }
  },
};

/** Rows of a side file by entity number. */
async function grouped(
  file: ListFile | undefined,
  context: ReadContext,
  fields: number,
): Promise<Map<string, string[][]>> {
  const groups = new Map<string, string[][]>();
  if (!file) return groups;
  let line = 0;
  for await (const row of rows(file, context)) {
    line += 1;
    const number = field(row[0]);
    if (row.length < fields || !/^\d+$/.test(number))
      context.onDamaged(line, `not a row of ${fields} fields`);
    else groups.set(number, [...(groups.get(number) ?? []), row]);
  }
  return groups;
}

function field(value: string | undefined): string {
  const text = value?.trim() ?? '';
  return text === '-0-' ? '' : text;
}

function namesOf(primary: string, aliases: string[][], remarks: string): ListedName[] {
  const strong = aliases.map((row) => field(row[3])).filter(Boolean);
  const weak = [...remarks.matchAll(/\b[afn]\.k\.a\. '([^']+(?:'[^';.]+)*)'/g)].map((match) => match[1]!);
  return [
    { text: primary, quality: 'primary' as const },
    ...strong.map((text) => ({ text, quality: 'strong' as const })),
    ...weak.map((text) => ({ text, quality: 'weak' as const })),
  ];
}

function datesOf(remarks: string): string[] {
  const dates = [...remarks.matchAll(/\bDOB ([^;]+)/g)].flatMap((match) => partialDate(match[1]!) ?? []);
  return [...new Set(dates)];
}

function countriesOf(remarks: string, addresses: string[][]): string[] {
  const said = [...remarks.matchAll(/\b(?:nationality|citizen) ([^;]+)/g)].map((match) => match[1]!);
  const born = [...remarks.matchAll(/\bPOB ([^;]+)/g)].map((match) => match[1]!.split(',').pop()!);
  const living = addresses.map((row) => field(row[4]));
  const codes = [...said, ...born, ...living].flatMap((name) => countryCode(name.replace(/\.$/, '')) ?? []);
  return [...new Set(codes)];
}
