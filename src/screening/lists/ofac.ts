import { basename } from 'node:path';
import { known, mergedNames, partialDate, withoutBlanks } from './cellValues.ts';
import { countryCode } from './countryCode.ts';
import { type Identifier, identifierType, mergedIdentifiers } from './identifier.ts';
import type { Gender, Listed } from './listed.ts';
import type { ListFile } from './listFile.ts';
import type { ListReader, ReadContext } from './reader.ts';
import { rows } from './rows.ts';

/**
 * US Treasury: SDN (`sdn.csv`) and consolidated non-SDN list (`cons_prim.csv`), with aliases, addresses and overflowing
 * remarks in additional files of the same directory. The files have no header and no date of publication.
 * Format: https://ofac.treasury.gov/sdn-list-data-formats-data-schemas
 */
export const ofac: ListReader = {
  kind: 'OFAC CSV',
  reads: (file) => /^(sdn|cons_prim)\.csv$/i.test(basename(file.path)),
  codes: (file) => [codeOf(file)],
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
    reportCut(file, context);
    const sides = await sidesOf(file, context);
    const numbers = new Set<string>();
    let line = 0;
    for await (const row of rows(file, context)) {
      line += 1;
      const cells = row.map(field);
      const [number = ''] = cells;
      const problem = problemOf(cells);
      if (problem) {
        context.onDamaged(line, problem);
        continue;
      }
      numbers.add(number);
      const continued = (sides.comments?.get(number) ?? []).map((text) => field(text[1]));
      if (!sides.comments && isContinued(cells[11] ?? ''))
        context.log(`${file.path}: the remarks of ${number} go on in a file that is not there`);
      const parts = {
        aliases: sides.alt.get(number) ?? [],
        addresses: sides.add.get(number) ?? [],
        more: continued,
      };
      yield { put: entityOf(cells, codeOf(file), parts) };
    }
    for (const [name, groups] of [
      ['alt', sides.alt],
      ['add', sides.add],
      ['comments', sides.comments],
    ] as const)
      if (groups && numbers.size > 0) requireJoined(name, groups, numbers);
  },
};

function codeOf(file: ListFile): string {
  return /^sdn/i.test(basename(file.path)) ? 'ofac_sdn' : 'ofac_cons';
}

/** The problem in a row; `null` if it is valid. Only a person has a date of birth, a place of birth and a gender. */
function problemOf(cells: readonly string[]): string | null {
  const [number = '', name = '', type = ''] = cells;
  if (cells.length !== 12 || !/^\d+$/.test(number)) return 'not an SDN row of 12 fields';
  if (!name) return 'an entry without a name';
  if (!['', 'individual', 'vessel', 'aircraft'].includes(type)) return `the type ${type} is unknown`;
  const isBorn = /(^|; )(alt\. )?(DOB|POB|Gender)\b/.test(cells[11] ?? '');
  if (isBorn && type !== 'individual') return 'has a date of birth, but is not listed as an individual';
  const isShip = type === 'vessel' || type === 'aircraft';
  if (!isShip && cells.slice(5, 11).some(Boolean)) return 'has data of a vessel, but is not listed as one';
  return null;
}

/** Reports a truncated file: OFAC ends each of its tables with a byte 0x1A. */
function reportCut({ path, tail }: ListFile, { onDamaged }: ReadContext): void {
  if (!tail.trimEnd().endsWith('\u001a'))
    onDamaged(0, `${basename(path)} does not end with OFAC's end mark (0x1A): the file is truncated`);
}

interface Sides {
  alt: Map<string, string[][]>;
  add: Map<string, string[][]>;
  /** `null` if the file is missing. */
  comments: Map<string, string[][]> | null;
}

/**
 * Reads the additional tables of a main table. Aliases and addresses are required and never empty; overflowing remarks
 * are optional.
 */
async function sidesOf(file: ListFile, context: ReadContext): Promise<Sides> {
  const prefix = codeOf(file) === 'ofac_sdn' ? '' : 'cons_';
  const find = (name: string) =>
    context.beside.find((other) => basename(other.path).toLowerCase() === `${name}.csv`);
  const needed = (name: string) => {
    const side = find(name);
    if (!side)
      context.onDamaged(0, `${name}.csv is missing in its directory: entries would not be searchable by it`);
    return side;
  };
  const comments = find(prefix ? 'cons_comments' : 'sdn_comments');
  return {
    alt: await grouped(needed(`${prefix}alt`), context, 5, isAlias),
    add: await grouped(needed(`${prefix}add`), context, 6),
    comments: comments ? await grouped(comments, context, 2) : null,
  };
}

function isAlias(row: readonly string[]): boolean {
  return /^[afn]ka$/.test(field(row[2])) && field(row[3]) !== '';
}

/** Rows of an additional table by entity number. */
async function grouped(
  file: ListFile | undefined,
  context: ReadContext,
  fields: number,
  isGood: (row: readonly string[]) => boolean = () => true,
): Promise<Map<string, string[][]>> {
  const groups = new Map<string, string[][]>();
  if (!file) return groups;
  reportCut(file, context);
  let line = 0;
  for await (const row of rows(file, context)) {
    line += 1;
    const number = field(row[0]);
    if (row.length !== fields || !/^\d+$/.test(number) || !isGood(row))
      context.onDamaged(line, `not a row of ${fields} fields of ${basename(file.path)}`);
    else if (groups.has(number)) groups.get(number)!.push(row);
    else groups.set(number, [row]);
  }
  if (groups.size === 0) context.onDamaged(0, `${basename(file.path)} is empty`);
  return groups;
}

/**
 * Up to this share of the entries in an additional table may be missing in the main table: entries listed or delisted
 * between the two downloads.
 */
const ORPHANS = 0.2;
/** From this number of entries on, some of the newest entries must have aliases and addresses. */
const MANY = 1000;
const NEWEST = 0.02;

/**
 * @throws Error if an additional table is of another day, or either table is truncated: its rows then refer to other
 *   entries
 */
function requireJoined(
  name: string,
  groups: ReadonlyMap<string, unknown>,
  numbers: ReadonlySet<string>,
): void {
  const orphans = [...groups.keys()].filter((number) => !numbers.has(number)).length;
  if (orphans > groups.size * ORPHANS)
    throw new Error(`${orphans} of ${groups.size} entries of the ${name} file are not in the main file`);
  if (name === 'comments' || numbers.size < MANY) return;
  const newest = [...numbers]
    .map(Number)
    .sort((a, b) => b - a)
    .slice(0, Math.ceil(numbers.size * NEWEST));
  if (!newest.some((number) => groups.has(String(number))))
    throw new Error(
      `the ${name} file has no rows for the newest ${newest.length} entries: it is outdated or truncated`,
    );
}

/** Whether remarks continue in the table of overflowing remarks: they then end in the middle of a word. */
function isContinued(remarks: string): boolean {
  return remarks !== '' && !remarks.endsWith('.');
}

function field(value: string | undefined): string {
  const text = value?.trim() ?? '';
  return text === '-0-' ? '' : text;
}

function kindOf(type: string): Listed['kind'] {
  if (type === 'vessel' || type === 'aircraft') return type;
  return type === 'individual' ? 'person' : 'organisation';
}

function entityOf(
  row: string[],
  list: string,
  { aliases, addresses, more }: { aliases: string[][]; addresses: string[][]; more: string[] },
): Listed {
  const [number = '', name = '', type, programmes = '', title = ''] = row;
  const remarks = [row[11] ?? '', ...more].join('');
  const stated = ofacRemarks(remarks);
  const residences = known(addresses.map((address) => countryCode(field(address[4]))));
  const strong = aliases.map((alias) => field(alias[3])).filter(Boolean);
  return withoutBlanks({
    id: `ofac-${number}`,
    kind: kindOf(type ?? ''),
    topics: ['sanction'],
    lists: [list],
    names: mergedNames([
      { text: name, quality: 'primary' },
      ...strong.map((text) => ({ text, quality: 'strong' as const })),
      ...stated.weakAliases.map((text) => ({ text, quality: 'weak' as const })),
    ]),
    birthDates: stated.birthDates,
    countries: known([...stated.nationalities, ...stated.birthCountries, ...residences]),
    nationalities: stated.nationalities,
    residences,
    placesOfBirth: stated.placesOfBirth,
    gender: stated.gender,
    identifiers:
      type === 'aircraft'
        ? mergedIdentifiers([...stated.identifiers, { type: 'aircraft', country: null, number: name }])
        : stated.identifiers,
    programmes: known(programmes.split(/\]\s*\[|[[\]]/).map((text) => text.trim() || null)),
    listedOn: undefined,
    position: title,
    remarks,
    sourceUrl: `https://sanctionssearch.ofac.treas.gov/Details.aspx?id=${number}`,
  });
}

/** The structured facts in the remarks of OFAC's tables. */
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
 * Parses the remarks of OFAC's tables: clauses separated by semicolons, `DOB 17 Apr 1961; alt. DOB Apr 1962; POB Perm,
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
    birthCountries: known(placesOfBirth.map((birthplace) => countryCode(birthplace.split(',').pop()!))),
    placesOfBirth: known(placesOfBirth),
    gender: ({ male: 'male', female: 'female' } as const)[after(/^Gender\b/)[0]?.toLowerCase() ?? ''],
    identifiers: mergedIdentifiers(clauses.flatMap((clause) => identifierOf(clause) ?? [])),
  };
}

/** Aliases in quotes. The alias itself may begin with or contain an apostrophe: `a.k.a. ''ABD AL-HAMID'`. */
function weakAliasesIn(remarks: string): string[] {
  const matches = [...remarks.matchAll(/\b[afn]\.k\.a\.,? '(.*?)'(?=\s*(?:;|\.?\s*$))/g)];
  return matches.map((match) => match[1]!.trim()).filter((text) => /[\p{L}\p{N}]/u.test(text));
}

/**
 * Matches a term for a number, followed by the number: `National ID No. 123`, `Unified Social Credit Code (USCC) 91…`,
 * `C.U.R.P. GAMR5…`.
 */
const numberKinds =
  /^((?:.* )?(?:Passport|No\.?|[Nn]umber|#|ID|Code|Licen[cs]e|Certificate|Registration|Identification|Identidad|Tributaria|Pattern|FEIN|NIT|RUC|RIF|RTN|RFC|SSN|CNP|BIK|SWIFT\/BIC|CAN|Card|Document|VisaNumberID|electoral|Nacional|(?:[A-Z]\.){2,5})(?=[ :])(?: \([A-Z][\w ]+\))?:?) +(\S.*)$/;

/** Terms that look like the type of an identifier and are not. */
const noIdentifier =
  /^(Phone|Fax|Telephone|Email|Website|Chinese Commercial Code|Digital Currency|Executive Order|Secondary|Additional|Linked To|Organization (Est|Type)|Listing Date|Effective Date|Target Type|Vessel (?!Reg)|Aircraft|Call Sign|Former|Other Vessel|Transactions|CAATSA)/i;

/** Maximum length of an identifier clause: longer clauses are sentences. */
const maxLetters = 200;

/** `Digital Currency Address - XBT 12Qt…`, `Aircraft Manufacturer's Serial Number (MSN) 1023409321`, `MMSI 271002199`. */
const numbersOfThings: [pattern: RegExp, type: Identifier['type']][] = [
  [/^Digital Currency Address - [A-Z0-9]+ (\S{20,})$/, 'crypto'],
  [/^Vessel Registration (?:Identification|Number) IMO (\d{7})\b/, 'imo'],
  [/^MMSI (\d{9})\b/, 'mmsi'],
  [
    /^Aircraft (?:Manufacturer's Serial Number|Construction Number|Tail Number|Mode S Transponder Code)(?: \([^)]*\))? (\S+)/,
    'aircraft',
  ],
];

function identifierOf(clause: string): Identifier | null {
  for (const [pattern, type] of numbersOfThings) {
    const number = pattern.exec(clause)?.[1];
    if (number) return { type, country: null, number };
  }
  if (/^(SWIFT\/BIC) ([A-Z]{6}[A-Z0-9]{2,5})\b/.test(clause))
    return { type: 'swift_bic', country: null, number: clause.split(' ')[1]! };
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
