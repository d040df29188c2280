import { known, mergedNames, partialDate, unreadableName, withoutBlanks } from './cellValues.ts';
import { countryCode } from './countryCode.ts';
import { type Identifier, identifierType, mergedIdentifiers } from './identifier.ts';
import { countryIn, identifiersIn } from './identifiersIn.ts';
import type { Gender, Listed, ListedName } from './listed.ts';
import type { ListReader } from './reader.ts';
import { unknownElement, type XmlElement, xmlElements } from './xmlElements.ts';

/**
 * United Nations Security Council consolidated list, XML.
 * Format: https://main.un.org/securitycouncil/en/content/un-sc-consolidated-list
 */
export const unSecurityCouncil: ListReader = {
  kind: 'UN Security Council XML',
  reads: (file) => /<CONSOLIDATED_LIST\b/.test(file.head),
  codes: () => ['un_sc'],
  async *read(file, context) {
    let count = 0;
    for await (const element of xmlElements(file, outline)) {
      if (element.tag === 'CONSOLIDATED_LIST') {
        context.onPublished(new Date(element.attribute('dateGenerated')));
        continue;
      }
      count += 1;
      const problem = problemOf(element);
      const entity = problem ? null : entityOf(element);
      if (problem) context.onDamaged(count, problem);
      else if (entity) yield { put: entity };
      else context.onDamaged(count, 'an entry without DATAID or name');
    }
  },
};

const nameTags = ['FIRST_NAME', 'SECOND_NAME', 'THIRD_NAME', 'FOURTH_NAME'];

const outline = {
  elementNames: new Set(['INDIVIDUAL', 'ENTITY']),
  containerElements: new Set(['INDIVIDUALS', 'ENTITIES']),
};

/**
 * All known elements within an entry. The prefixes `INDIVIDUAL_` and `ENTITY_` mark the elements of one kind of entry.
 */
const common =
  'DATAID VERSIONNUM FIRST_NAME SECOND_NAME THIRD_NAME FOURTH_NAME UN_LIST_TYPE REFERENCE_NUMBER LISTED_ON SUBMITTED_ON ' +
  'SUBMITTED_BY DELISTED_ON NAME_ORIGINAL_SCRIPT COMMENTS1 COMMENTS NATIONALITY NATIONALITY2 VALUE LIST_TYPE LAST_DAY_UPDATED ' +
  'SORT_KEY SORT_KEY_LAST_MOD QUALITY ALIAS_NAME NOTE STREET CITY STATE_PROVINCE ZIP_CODE COUNTRY ADDRESS';
const ofIndividuals =
  'GENDER TITLE DESIGNATION INDIVIDUAL_ALIAS INDIVIDUAL_ADDRESS INDIVIDUAL_DATE_OF_BIRTH INDIVIDUAL_PLACE_OF_BIRTH ' +
  'INDIVIDUAL_DOCUMENT DATE_OF_BIRTH CITY_OF_BIRTH COUNTRY_OF_BIRTH TYPE_OF_DATE DATE YEAR FROM_YEAR TO_YEAR ' +
  'TYPE_OF_DOCUMENT TYPE_OF_DOCUMENT2 NUMBER ISSUING_COUNTRY COUNTRY_OF_ISSUE CITY_OF_ISSUE DATE_OF_ISSUE';
const elementsOf: Readonly<Record<string, ReadonlySet<string>>> = {
  INDIVIDUAL: new Set(`${common} ${ofIndividuals}`.split(' ')),
  ENTITY: new Set(`${common} ENTITY_ALIAS ENTITY_ADDRESS`.split(' ')),
};

/**
 * The problem of an entry; `null` if it is valid. The reference number determines the kind: `CDi.001` is an individual.
 */
function problemOf(element: XmlElement): string | null {
  const unknown = unknownElement(element, elementsOf[element.tag]!);
  if (unknown) return `the element <${unknown}> is unknown in an ${element.tag}`;
  const names = [...nameTags, `${element.tag}_ALIAS/ALIAS_NAME`].flatMap((path) => element.values(path));
  const unreadable = names.map(unreadableName).find((why) => why !== null);
  if (unreadable) return unreadable;
  const kind = /^[A-Z]{2}([ie])\./.exec(element.value('REFERENCE_NUMBER'))?.[1];
  if (kind && (kind === 'i') !== (element.tag === 'INDIVIDUAL'))
    return `${element.value('REFERENCE_NUMBER')} is not the number of an ${element.tag}`;
  return null;
}

function entityOf(element: XmlElement): Listed | null {
  const id = element.value('DATAID');
  const parts = nameTags.map((tag) => element.value(tag));
  const name = parts.filter(Boolean).join(' ');
  if (!/^\d+$/.test(id) || !name) return null;
  const aliases = unAliases(element, name);
  const nationalities = codes(element.values('NATIONALITY/VALUE'));
  const residences = codes(
    element.values('INDIVIDUAL_ADDRESS/COUNTRY').concat(element.values('ENTITY_ADDRESS/COUNTRY')),
  );
  const births = element.all('INDIVIDUAL_PLACE_OF_BIRTH');
  return withoutBlanks({
    id: `unsc-${id}`,
    kind: element.tag === 'INDIVIDUAL' ? 'person' : 'organisation',
    topics: ['sanction'],
    lists: ['un_sc'],
    names: aliases.names,
    birthDates: known(element.all('INDIVIDUAL_DATE_OF_BIRTH').map(birthDateOf)),
    countries: known([
      ...nationalities,
      ...codes(births.map((birthplace) => birthplace.value('COUNTRY'))),
      ...residences,
    ]),
    nationalities,
    residences,
    placesOfBirth: known([...births, ...aliases.places].map(placeOf)),
    gender: genders[element.value('GENDER').toLowerCase()],
    identifiers: mergedIdentifiers([
      ...element.all('INDIVIDUAL_DOCUMENT').flatMap(unIdentifiers),
      ...aliases.identifiers,
    ]),
    programmes: known([element.value('UN_LIST_TYPE')]),
    listedOn: element.value('LISTED_ON').slice(0, 10),
    position: known(element.values('DESIGNATION/VALUE')).join('; '),
    remarks: [element.value('REFERENCE_NUMBER'), element.value('COMMENTS1')].filter(Boolean).join('. '),
    sourceUrl: 'https://main.un.org/securitycouncil/en/content/un-sc-consolidated-list',
  });
}

const genders: Record<string, Gender | undefined> = { male: 'male', female: 'female' };

function birthDateOf(date: XmlElement): string | null {
  const [from, to] = [date.value('FROM_YEAR'), date.value('TO_YEAR')];
  const note = date.value('NOTE');
  const year = date.value('YEAR');
  const single =
    date.value('DATE') || (/^[A-Z][a-z]+\.?$/.test(note) && year ? `${note} ${year}` : year) || note;
  const text = from && to ? `${from} to ${to}` : single || from || to;
  const circa = date.value('TYPE_OF_DATE') === 'APPROXIMATELY' || /^approx/i.test(note) ? 'circa ' : '';
  return partialDate(circa + text);
}

function placeOf(element: XmlElement): string | null {
  const parts = ['STREET', 'CITY', 'STATE_PROVINCE', 'COUNTRY', 'CITY_OF_BIRTH', 'COUNTRY_OF_BIRTH'];
  return (
    parts
      .map((tag) => element.value(tag))
      .filter(Boolean)
      .join(', ') || null
  );
}

function codes(names: readonly string[]): string[] {
  return known(names.map(countryCode));
}

/** The aliases of an entry in the UN list: names, and the dates, places and documents that belong to them. */
export interface UnAliases {
  names: ListedName[];
  places: XmlElement[];
  identifiers: Identifier[];
}

/** The names of an entry without prose, the primary one first. */
function unAliases(entry: XmlElement, primary: string): UnAliases {
  const aliases = [...entry.all('INDIVIDUAL_ALIAS'), ...entry.all('ENTITY_ALIAS')];
  const original = entry.values('NAME_ORIGINAL_SCRIPT').flatMap((text) => cleanNames(text));
  return {
    names: mergedNames([
      ...cleanNames(primary).map(({ text, isAcronym }, i) => ({
        text,
        quality: i === 0 ? ('primary' as const) : isAcronym ? ('weak' as const) : ('strong' as const),
      })),
      ...original.map(({ text }) => ({ text, quality: 'strong' as const })),
      ...aliases.flatMap(namesOf),
    ]),
    places: aliases,
    identifiers: aliases.flatMap((alias) => documentsIn(alias.value('NOTE'))),
  };
}

function namesOf(alias: XmlElement): ListedName[] {
  const weak = alias.value('QUALITY') === 'Low';
  const note = alias.value('NOTE');
  const dates = known([partialDate(alias.value('DATE_OF_BIRTH')), ...datesInNote(note)]);
  const written = cleanNames(alias.value('ALIAS_NAME'));
  const names = [...written, ...namesIn(note, written)];
  return names.map(({ text, isAcronym, birthDates = [] }) => {
    const aliasDates = known([...dates, ...birthDates]);
    const quality = weak || isAcronym ? ('weak' as const) : ('strong' as const);
    return aliasDates.length > 0 ? { text, quality, birthDates: aliasDates } : { text, quality };
  });
}

/** Dates in a note: `DOB: a) 11 Apr. 1960 b) 11 Apr. 1963.`, `born 16 Dec. 1948, in …`, `(DPOB - 1977)`. */
function datesInNote(note: string): (string | null)[] {
  const match =
    /\b(?:DOB|DPOB|born)\b\s*[:-]?\s*((?:(?:in|on|[a-h]\))?\s*(?:\d{1,2} )?(?:[A-Z][a-z]+\.? )?\d{4}[\s,]*)+)/.exec(
      note,
    );
  const dates = match?.[1]?.match(/(?:\d{1,2} )?(?:[A-Z][a-z]+\.? )?\d{4}/g) ?? [];
  return dates.map((date) => partialDate(date));
}

/** Spellings in a note: `original script: …`, `In Arabic: …`, or a note that consists of names. */
function namesIn(note: string, written: CleanName[]): CleanName[] {
  const script = /\b(?:original script|in arabic):\s*(.+)$/i.exec(note);
  if (script) return cleanNames(script[1]!);
  const bracket = /\(([^()]*;[^()]*)\)/.exec(note);
  if (bracket) return cleanNames(bracket[1]!);
  const isLatinAlias = written.some(({ text }) => isLatinText(text));
  const isNames = !isLatinAlias && note.includes(';') && !/[\d:]/.test(note);
  return isNames ? cleanNames(note) : [];
}

function documentsIn(note: string): Identifier[] {
  const phrases = note.match(/[^.;(]*\b(?:passport|ID) (?:no\.|number)[^;]*/gi) ?? [];
  return phrases.flatMap((text) => identifiersIn(text.replace(/\(DPOB.*?\)/, ''), 'other'));
}

function isLatinText(text: string): boolean {
  return /\p{Script=Latin}/u.test(text);
}

/** The number of an `INDIVIDUAL_DOCUMENT` of the UN list. If it has none, the numbers in its note. */
function unIdentifiers(document: XmlElement): Identifier[] {
  const kinds = ['TYPE_OF_DOCUMENT2', 'TYPE_OF_DOCUMENT'].map((tag) => document.value(tag));
  const type = kinds.map(identifierType).find((one) => one !== 'other') ?? 'other';
  const issuer = document.value('ISSUING_COUNTRY') || document.value('COUNTRY_OF_ISSUE');
  const country = issuer ? countryCode(issuer) : null;
  const remarks = [
    kinds[0]!,
    document.value('DATE_OF_ISSUE') && `issued ${document.value('DATE_OF_ISSUE')}`,
    document.value('NOTE'),
  ];
  const notes = remarks.filter(Boolean);
  const number = document.value('NUMBER');
  const identifiers = number
    ? numbersIn(number, type)
    : notes.flatMap((text) => identifiersIn(text, type).slice(0, 1));
  return identifiers.map(({ note, ...identifier }) => {
    const all = [...new Set([...(note ? [note] : []), ...(number ? notes : [])])].join('; ');
    const whole = { ...identifier, country: country ?? identifier.country ?? countryIn(kinds[0]!, '') };
    return all ? { ...whole, note: all } : whole;
  });
}

/** The numbers in a text. A number that cannot be separated from the surrounding text is stored with it. */
function numbersIn(text: string, type: Identifier['type']): Identifier[] {
  const identifiers = identifiersIn(text, type);
  return identifiers.length > 0 ? identifiers : [{ type, country: null, number: text }];
}

/** A name without the other content of its field. */
interface CleanName {
  text: string;
  /** Set for an abbreviation of a name. */
  isAcronym?: boolean;
  /** Dates that the field states for the bearer of this name. */
  birthDates?: string[];
}

/**
 * Parses the names in one field of a list. Removes prose; handles several names separated by semicolons or as `b)`, the
 * same name in its own script or an acronym in brackets, `(previously listed as)`, `born in 1963`, `son of …`, and
 * quotation marks.
 */
function cleanNames(field: string): CleanName[] {
  return splitOutside(field.replace(/\s+/g, ' ').trim()).flatMap(cleanOne);
}

/** Splits at semicolons and letters such as ` b) `, except within brackets. */
function splitOutside(text: string): string[] {
  const parts: string[] = [];
  let depth = 0;
  let start = 0;
  for (let i = 0; i < text.length; i++) {
    if (text[i] === '(') depth += 1;
    else if (text[i] === ')' && depth > 0) depth -= 1;
    const letter = depth === 0 && /^\s[a-h]\)\s/.test(text.slice(i, i + 4));
    if (depth > 0 || (text[i] !== ';' && !letter)) continue;
    parts.push(text.slice(start, i));
    start = i + (letter ? 4 : 1);
  }
  return [...parts, text.slice(start)];
}

function cleanOne(text: string): CleanName[] {
  const born = /,?\s*\bborn\b(?:\s+(?:in|on)\b)?([^()]*)/i.exec(text);
  const birthDates = born ? datesIn(born[1]!) : [];
  const rest = (born ? text.slice(0, born.index) : text).replace(/^\s*\)/, '');
  const { outside, inside } = bracketed(rest);
  const latin = isLatin(outside);
  const others = inside.flatMap((part) => (stays(part, { latin }) ? [] : ofBrackets(part, { latin })));
  const left = [...inside];
  const whole = outside.replaceAll(bracket, () => {
    const part = left.shift()!;
    return stays(part, { latin }) ? `(${part})` : ' ';
  });
  const plain = /\uFFFC\s*$/.test(outside) ? [{ text: tidy(outside.replaceAll(bracket, ' ')) }] : [];
  const all = once([{ text: tidy(whole) }, ...plain, ...others]).filter(({ text: one }) =>
    /\p{L}/u.test(one),
  );
  return birthDates.length > 0 ? all.map((one) => ({ ...one, birthDates })) : all;
}

/** Removes duplicate names. A name that ends in a bracket is also stored without it. */
function once(names: CleanName[]): CleanName[] {
  return names.filter(({ text }, i) => names.findIndex((other) => other.text === text) === i);
}

/** Placeholder for a removed bracket. */
const bracket = '\uFFFC';

function bracketed(text: string): { outside: string; inside: string[] } {
  const inside: string[] = [];
  let outside = '';
  let depth = 0;
  for (const letter of text) {
    if (letter === '(' && ++depth === 1) {
      inside.push('');
      outside += bracket;
    } else if (letter === ')' && depth > 0 && --depth === 0) continue;
    else if (depth > 0) inside[inside.length - 1] += letter;
    else outside += letter;
  }
  return { outside, inside };
}

const prose =
  /\b(birth name|combat name|nom de guerre|listed as|original script|identity|sub-unit|third|second|formerly|previously|false|maiden|martyrs)\b|^[A-Z]{2,3}[a-z]?\.\d+/i;
const acronym = /^[A-Z][A-Z0-9][A-Z0-9a-z/-]{0,8}$/;

/** The name that surrounds a bracket. */
interface Outside {
  latin: boolean;
}

/** Whether a bracket is part of the name, such as `(Hong Kong)`. */
function stays(inside: string, { latin }: Outside): boolean {
  return !prose.test(inside) && !acronym.test(inside) && !inside.includes(';') && isLatin(inside) === latin;
}

/** The names in a bracket: the name in another script, or its acronym. */
function ofBrackets(inside: string, { latin }: Outside): CleanName[] {
  if (acronym.test(inside)) return [{ text: inside, isAcronym: true }];
  const names = inside.replace(/\(?original script\)?:?/i, '').replace(/\s-\s.*$/, '');
  if (prose.test(names) || (isLatin(names) && latin && !names.includes(';'))) return [];
  return names.split(';').flatMap((name) => cleanNames(name));
}

function isLatin(text: string): boolean {
  return /\p{Script=Latin}/u.test(text) || !/\p{L}/u.test(text);
}

/** Removes surrounding quotation marks, trailing commas and "son of …". */
function tidy(text: string): string {
  return text
    .replace(/\s+(son|daughter) of\s.*$/i, '')
    .replace(/["“”]/g, '')
    .replace(/\s+/g, ' ')
    .replace(/^[\s,.]+|[\s,:]+$/g, '');
}

function datesIn(text: string): string[] {
  const matches = text.match(/(?:\d{1,2}[\s.]+)?(?:[A-Z][a-z]{2,8}\.?\s*)?\b(?:1[89]|20)\d\d\b/g) ?? [];
  return matches.flatMap((date) => partialDate(date) ?? []);
}
