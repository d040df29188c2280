import type { IdentifierType } from '../lists/identifier.ts';

/** A number, and what it is if that is known. */
interface Numbered {
  type?: IdentifierType | null;
  number: string;
}

/**
 * The forms in which a number is compared: letters and digits alone, in capitals, without what only says its kind. Two numbers
 * are the same if they share a form. None for what is too short to name anybody.
 * - Addresses of a cryptocurrency: without `bitcoin:`, `0x` and what follows a question mark.
 * - IMO numbers: the seven digits.
 * - Registrations and serial numbers of aircraft: from four letters on, among such alone.
 * - BIC (ISO 9362): the institution, which BIC8 and BIC11 of all its branches share.
 * - LEI (ISO 17442): without the word.
 * - Tax numbers: without the word or the country in front, with and without a check digit after a hyphen.
 * @param type decides what is compared; of a number without one all forms that it may have are given
 */
export function identifierForms({ type, number }: Numbered): string[] {
  const isPlain = /^[A-Z0-9]+$/.test(number);
  const isUnknown = !type || type === 'other';
  if (isPlain && !isUnknown && !ofOtherForms.has(type)) return isLongEnough(number) ? [number] : [];
  const plain = isPlain ? number : number.normalize('NFKC').trim();
  const whole = lettersOf(plain);
  const forms = new Set<string>();
  const add = (form: string) => {
    if (isLongEnough(form)) forms.add(form);
  };
  add(whole);
  if (type === 'crypto' || isUnknown)
    add(lettersOf(plain.replace(/^[a-z]+:(\/\/)?/i, '').replace(/\?.*$/, '')));
  if (type === 'crypto' || isUnknown) for (const form of [...forms]) if (isHex.test(form)) add(form.slice(2));
  const imo = /^IMO(?:NO|NUMBER)?(\d{7})$/.exec(whole);
  if (imo) add(imo[1]!);
  if (type === 'aircraft' && whole.length >= 4) forms.add(`AIR ${whole}`);
  if (type === 'swift_bic' || isUnknown) {
    const bic = /^(?:SWIFT)?(?:BIC)?([A-Z]{4}[A-Z]{2}[A-Z0-9]{2})(?:[A-Z0-9]{3})?$/.exec(whole);
    if (bic && (!isUnknown || isBicAlone.test(plain))) forms.add(`BIC ${bic[1]}`);
  }
  if (type === 'lei' || isUnknown) add(whole.replace(/^LEI(?:CODE)?(?=[A-Z0-9]{20}$)/, ''));
  if (type === 'tax_id') addTaxForms(plain, add);
  return [...forms];
}

/** Kinds that are written in several forms. */
const ofOtherForms: ReadonlySet<IdentifierType> = new Set([
  'aircraft',
  'crypto',
  'imo',
  'swift_bic',
  'lei',
  'tax_id',
]);

function isLongEnough(form: string): boolean {
  return form.length >= 5 && /\d/.test(form);
}

const isHex = /^0X[0-9A-F]{40}$/;

/** Eight or eleven capitals and digits: what else is written so is seldom asked about. */
const isBicAlone = /^[A-Z]{6}[A-Z0-9]{2}(?:[A-Z0-9]{3})?$/;

const taxWords =
  /^(?:R\.?I\.?F|R\.?U\.?C|N\.?I\.?T|R\.?F\.?C|C\.?U\.?I\.?T|INN|T\.?I\.?N|V\.?A\.?T|F?E\.?I\.?N|N\.?I\.?F|C\.?I\.?F|TAX|ID|NO|NUMBER|[\s.:#-])+(?=[\s.:#-]*[A-Z]{0,2}[\s-]*\d)/i;

function addTaxForms(plain: string, add: (form: string) => void): void {
  const bare = plain.replace(taxWords, '');
  for (const text of [plain, bare]) {
    add(lettersOf(text));
    if (/^.{5,}-[\dK]$/i.test(text)) add(lettersOf(text.slice(0, -2)));
    const ofCountry = /^[A-Z]{2}[\s-]?(\d[\d\s.-]{6,})$/i.exec(text);
    if (ofCountry) add(lettersOf(ofCountry[1]!));
  }
}

function lettersOf(text: string): string {
  return /^[A-Z0-9]*$/.test(text) ? text : text.toUpperCase().replace(/[^\p{L}\p{N}]/gu, '');
}

/** Whether two numbers are the same. */
export function isSameIdentifier(a: Numbered, b: Numbered): boolean {
  const forms = identifierForms(a);
  return forms.length > 0 && identifierForms(b).some((form) => forms.includes(form));
}

/** Kinds of numbers that are given once in the world: a country says nothing more of them. */
export const worldwideIdentifiers: ReadonlySet<string> = new Set<IdentifierType>([
  'crypto',
  'imo',
  'lei',
  'mmsi',
  'swift_bic',
]);
