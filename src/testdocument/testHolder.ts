import { testDocumentNumber } from '../contract/testDocument.ts';

/** Whom a drawn document is made out to. */
export interface TestHolder {
  /** Whose face is on it: one of the test faces. */
  person: 0 | 1 | 2;
  familyName: string;
  givenNames: string;
  sex: 'F' | 'M' | 'X';
  /** YYYY-MM-DD. */
  dateOfBirth: string;
  expiresOn: string;
  /** Up to nine letters and digits. */
  number: string;
}

/** The people of ICAO's own specimens, so to speak: what a test leaves out. */
const INVENTED = [
  { familyName: 'Eriksson', givenNames: 'Anna Maria', sex: 'F', dateOfBirth: '1994-08-12' },
  { familyName: 'Okoro', givenNames: 'David', sex: 'M', dateOfBirth: '1988-02-03' },
  { familyName: 'Lindqvist', givenNames: 'Ines', sex: 'F', dateOfBirth: '1956-11-30' },
] as const;

/** A holder with everything that is not given invented. */
export function testHolder(given: Partial<TestHolder> = {}): TestHolder {
  const person = given.person ?? 0;
  return { person, ...INVENTED[person], number: testDocumentNumber, expiresOn: '2034-04-15', ...given };
}

/** A name in the letters of a zone, words separated by spaces (ICAO 9303-3, section 6). */
export function latinLetters(name: string): string {
  const upper = name
    .replaceAll('ß', 'ss')
    .toUpperCase()
    .replaceAll(/[ÄÖÜÅÆØŒÞÐŁĐ]/g, (letter) => EXPANDED[letter]!);
  return upper
    .normalize('NFD')
    .replaceAll(/[\p{M}'’.]/gu, '')
    .replaceAll(/[^A-Z]+/g, ' ')
    .trim();
}

const EXPANDED: Record<string, string> = {
  Ä: 'AE',
  Ö: 'OE',
  Ü: 'UE',
  Å: 'AA',
  Æ: 'AE',
  Ø: 'OE',
  Œ: 'OE',
  Þ: 'TH',
  Ð: 'D',
  Ł: 'L',
  Đ: 'D',
};
