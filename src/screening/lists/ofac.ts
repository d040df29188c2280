import { basename } from 'node:path';
import { countryCode } from './countryCode.ts';
import { known } from './known.ts';
import type { Listed } from './listed.ts';
import type { ListFile } from './listFile.ts';
import { mergedNames } from './mergedNames.ts';
import { ofacRemarks } from './ofacRemarks.ts';
import type { ListReader, ReadContext } from './reader.ts';
import { rows } from './rows.ts';
import { withoutBlanks } from './withoutBlanks.ts';

/**
 * US Treasury: SDN (`sdn.csv`) and consolidated non-SDN list (`cons_prim.csv`) with their aliases,
 * addresses and overflowing remarks in the files beside them. Vessels and aircraft are left out. The files have no
 * header and do not say when they were published.
 * Format: https://ofac.treasury.gov/sdn-list-data-formats-data-schemas
 */
export const ofac: ListReader = {
  kind: 'OFAC CSV',
  reads: (file) => /^(sdn|cons_prim)\.csv$/i.test(basename(file.path)),
  belongs: (file, beside) => {
    const name = basename(file.path).toLowerCase();
    const main = /^(alt|add|sdn_comments)\.csv$/.test(name)
      ? 'sdn.csv'
      : /^cons_(alt|add|comments)\.csv$/.test(name)
        ? 'cons_prim.csv'
        : null;
    return beside.some((other) => basename(other.path).toLowerCase() === main);
  },
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
      if (type === 'vessel' || type === 'aircraft') {
        context.onLeftOut();
        continue;
      }
      const more = (overflow.get(number) ?? []).map((text) => field(text[1]));
      const parts = { aliases: aliases.get(number) ?? [], addresses: addresses.get(number) ?? [], more };
      yield { put: entityOf(row.map(field), prefix ? 'ofac_cons' : 'ofac_sdn', parts) };
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

function entityOf(
  row: string[],
  list: string,
  { aliases, addresses, more }: { aliases: string[][]; addresses: string[][]; more: string[] },
): Listed {
  const [number = '', name = '', type, programmes = '', title = ''] = row;
  const remarks = [row[11] ?? '', ...more].join('');
  const told = ofacRemarks(remarks);
  const residences = known(addresses.map((address) => countryCode(field(address[4]))));
  const strong = aliases.map((alias) => field(alias[3])).filter(Boolean);
  return withoutBlanks({
    id: `ofac-${number}`,
    kind: type === 'individual' ? 'person' : 'organisation',
    topics: ['sanction'],
    lists: [list],
    names: mergedNames([
      { text: name, quality: 'primary' },
      ...strong.map((text) => ({ text, quality: 'strong' as const })),
      ...told.weakAliases.map((text) => ({ text, quality: 'weak' as const })),
    ]),
    birthDates: told.birthDates,
    countries: known([...told.nationalities, ...told.birthCountries, ...residences]),
    nationalities: told.nationalities,
    residences,
    placesOfBirth: told.placesOfBirth,
    gender: told.gender,
    identifiers: told.identifiers,
    programmes: known(programmes.split(/\]\s*\[|[[\]]/).map((text) => text.trim() || null)),
    listedOn: undefined,
    position: title,
    remarks,
    sourceUrl: `https://sanctionssearch.ofac.treas.gov/Details.aspx?id=${number}`,
  });
}
