import { fromLookalikes } from '../names/mixedAlphabets.ts';
import { identifierForms, type Numbered } from './verdicts.ts';

/**
 * The forms under which a number is searched for: those of `identifierForms`, and one for the ways in which forms and
 * readers write it. Without words in front (`Passport no.`), leading zeros and the check digit of a machine-readable line;
 * O as 0; letters of other alphabets as the Latin ones that they look like.
 */
export function searchedForms(one: Numbered): string[] {
  const exact = identifierForms(one);
  if (one.type && asIssued.has(one.type)) return exact;
  const forms = new Set(exact);
  const plain = fromLookalikes(one.number.normalize('NFKC')).toUpperCase();
  for (const text of [plain, plain.replace(words, '')]) {
    const bare = text.replace(/[^A-Z0-9<]/g, '');
    for (const number of [bare, withoutCheckDigit(bare)]) {
      const form = loose(number);
      if (form.length >= 5 && /\d{3}/.test(form)) forms.add(`~${form}`);
    }
  }
  return [...forms];
}

/** Types of numbers of which every sign counts. */
const asIssued: ReadonlySet<string> = new Set(['crypto', 'aircraft', 'swift_bic', 'lei']);

/** The words for a document and its number. */
const words =
  /^(?:(?:PASSPORT|PASSPORTS|PASSEPORT|PASAPORTE|REISEPASS|PASS|PPT|TRAVEL|DOCUMENT|DOC|IDENTITY|IDENTIFICATION|NATIONAL|CARD|CEDULA|TAX|SSN|SERIAL|ID|NUMBER|NUMERO|NUMERO|NUM|NOS|NO|NRO|NR|N|#)(?![A-Z])[\s.:°º#№/-]*|[#№][\s.:]*)+(?=[A-Z]{0,3}[\s-]?\d)/;

function loose(number: string): string {
  return number.replaceAll('<', '').replaceAll('O', '0').replace(/^0+/, '');
}

/** The number before a check digit (ICAO 9303: weights 7, 3, 1) and fillers; the number itself if the digit is none. */
function withoutCheckDigit(number: string): string {
  const match = /^([A-Z0-9]{5,11}?)(<*)(\d)$/.exec(number);
  if (!match) return number;
  const [, body = '', , digit] = match;
  let sum = 0;
  for (let i = 0; i < body.length; i++) sum += Number.parseInt(body[i]!, 36) * [7, 3, 1][i % 3]!;
  return sum % 10 === Number(digit) ? body : number;
}
