import { basename } from 'node:path';
import { known, mergedNames, withoutBlanks } from './cellValues.ts';
import { countryCode } from './countryCode.ts';
import { type Identifier, identifierType, mergedIdentifiers } from './identifier.ts';
import type { Gender, Listed } from './listed.ts';
import type { ListFile } from './listFile.ts';
import { partialDate } from './partialDate.ts';
import type { ListReader, ReadContext } from './reader.ts';
import { rows } from './rows.ts';

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

/** What the remarks of OFAC's tables say in so many words. */
export interface OfacRemarks {
  weakAliases: string[];
  birthDates: string[];
  nationalities: string[];
  birthCountries: string[];
  placesOfBirth: string[];
  gender: Gender | undefined;
  identifiers: Identifier[];
}

/**
 * Reads the remarks of OFAC's tables: clauses separated by semicolons, `DOB 17 Apr 1961; alt. DOB Apr 1962; POB Perm,
 * Russia; Passport 123456789 (Russia) expires 01 Jan 2030; a.k.a. 'THE CLERK'.`
 */
function ofacRemarks(remarks: string): OfacRemarks {
  const clauses = remarks
    .replace(/\.\s*$/, '')
    .split(/;\s*/)
    .map((clause) => clause.trim().replace(/^alt\. /, ''));
  const after = (word: RegExp) =>
    clauses.flatMap((clause) => (word.test(clause) ? [clause.replace(word, '').trim()] : []));
  const placesOfBirth = after(/^POB\b/);
  return {
    weakAliases: weakAliasesIn(remarks),
    birthDates: known(after(/^DOB\b/).map(partialDate)),
    nationalities: known(after(/^(nationality|citizen)\b/).map(countryCode)),
    birthCountries: known(placesOfBirth.map((place) => countryCode(place.split(',').pop()!))),
    placesOfBirth: known(placesOfBirth),
    gender: ({ male: 'male', female: 'female' } as const)[after(/^Gender\b/)[0]?.toLowerCase() ?? ''],
    identifiers: mergedIdentifiers(clauses.flatMap((clause) => identifierOf(clause) ?? [])),
  };
}

/** In quotes, where an apostrophe may stand at the beginning and within: `a.k.a. ''ABD AL-HAMID'`. */
function weakAliasesIn(remarks: string): string[] {
  const found = [...remarks.matchAll(/\b[afn]\.k\.a\.,? '(.*?)'(?=\s*(?:;|\.?\s*$))/g)];
  return found.map((match) => match[1]!.trim()).filter((text) => /[\p{L}\p{N}]/u.test(text));
}

/** `National ID No. 123`, `Unified Social Credit Code (USCC) 91…`, `C.U.R.P. GAMR5…`: a name that ends so, then the number. */
const numberKinds =
  /^((?:.* )?(?:Passport|No\.?|[Nn]umber|#|ID|Code|Licen[cs]e|Certificate|Registration|Identification|Identidad|Tributaria|Pattern|FEIN|NIT|RUC|RIF|RTN|RFC|SSN|CNP|BIK|SWIFT\/BIC|CAN|Card|Document|VisaNumberID|electoral|Nacional|(?:[A-Z]\.){2,5})(?=[ :])(?: \([A-Z][\w ]+\))?:?) +(\S.*)$/;

/** What looks like a number and is none of a document. */
const noIdentifier =
  /^(Phone|Fax|Telephone|Email|Website|Chinese Commercial Code|Digital Currency|Executive Order|Secondary|Additional|Linked To|Organization (Est|Type)|Listing Date|Effective Date|Target Type|Vessel (?!Reg)|Aircraft|Call Sign|Former|Other Vessel|Transactions|CAATSA)/i;

/** Longer ones are sentences. */
const maxLetters = 200;

function identifierOf(clause: string): Identifier | null {
  if (clause.length > maxLetters || noIdentifier.test(clause)) return null;
  const kind = numberKinds.exec(clause);
  if (!kind) return null;
  const [, name = '', rest = ''] = kind;
  const [number = ''] = rest.split(/\s+\((?=[A-Z])|,|\s+-\s|\s+(?=[a-z]{2})/);
  if (!/\d/.test(number) || number.length > 40) return null;
  const brackets = [...rest.slice(number.length).matchAll(/\(([^()]+)\)/g)].map((match) => match[1]!);
  const country = brackets.map(countryCode).find((code) => code !== null) ?? null;
  const type = identifierType(name);
  const dates = /\b(?:issued|expires)\b.*$/.exec(rest)?.[0];
  const note = [isPlain(name, type) ? '' : name, dates ?? ''].filter(Boolean).join(', ');
  return note ? { type, country, number, note } : { type, country, number };
}

function isPlain(name: string, type: Identifier['type']): boolean {
  return ['Passport', 'National ID No.', 'Tax ID No.'].includes(name) && type !== 'other';
}
