import { countryCode } from './countryCode.ts';
import type { Identifier } from './identifier.ts';
import { identifierType } from './identifierType.ts';
import { known } from './known.ts';
import type { Gender } from './listed.ts';
import { mergedIdentifiers } from './mergedIdentifiers.ts';
import { partialDate } from './partialDate.ts';

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
export function ofacRemarks(remarks: string): OfacRemarks {
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
const mostLetters = 200;

function identifierOf(clause: string): Identifier | null {
  if (clause.length > mostLetters || noIdentifier.test(clause)) return null;
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
