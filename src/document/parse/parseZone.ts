import { type CheckDigitResult, checked } from './checkDigit.ts';
import { stateOf } from './states.ts';
import { birthDate, expiryDate, type ZoneDate } from './zoneDates.ts';
import { type ZoneNames, zoneNames } from './zoneNames.ts';

/** The layouts of ICAO 9303 parts 4 to 7. */
export type ZoneFormat = 'TD1' | 'TD2' | 'TD3' | 'MRVA' | 'MRVB';

/**
 * What is wrong with lines. Those that make them no document, `ok: false`:
 * - `lines`: not three lines of 30, two of 36 or two of 44 characters;
 * - `licence`: the zone of a driving licence, which is laid out differently;
 * - `characters`: a character that no zone has;
 * - `code`: a document code that the layout does not have;
 * - `letters`: a digit in a name or a state;
 * - `digits`: a letter in a date or check digit;
 * - `sex`: none of M, F, X and filler;
 * - `name`: there is none.
 *
 * Those that leave them readable: `check_digit`, `birth_date` and `expiry_date` (no date, or unknown in part),
 * `state` and `nationality` (a code that is not known).
 */
export type ZoneProblem =
  | 'lines'
  | 'licence'
  | 'characters'
  | 'code'
  | 'letters'
  | 'digits'
  | 'sex'
  | 'name'
  | 'check_digit'
  | 'birth_date'
  | 'expiry_date'
  | 'state'
  | 'nationality';

export interface ZoneFields extends ZoneNames {
  /** The document code without fillers: P, PD, I, IR, V … */
  code: string;
  type: 'passport' | 'visa' | 'card';
  /** As printed, without fillers. */
  issuingState: string;
  nationality: string;
  number: string;
  dateOfBirth: ZoneDate;
  /** X where it is printed, empty where it is left open. */
  sex: 'M' | 'F' | 'X' | '';
  /** Empty on a card that has no such date in its zone. */
  expiresOn: ZoneDate;
  /** What the state adds; often a personal number, which is nobody's business. */
  optionalData: string[];
}

export interface ZoneCheckDigits {
  number: CheckDigitResult;
  birth: CheckDigitResult;
  /** Absent where the layout has none. */
  expiry?: CheckDigitResult;
  optional?: CheckDigitResult;
  composite?: CheckDigitResult;
}

export interface ReadableZone extends ZoneFields {
  ok: true;
  format: ZoneFormat;
  checkDigits: ZoneCheckDigits;
  problems: ZoneProblem[];
}

export type ParsedZone = ReadableZone | { ok: false; problems: ZoneProblem[] };

/**
 * Reads the lines of a zone.
 * @param asOf the date that two-digit years are judged by, YYYY-MM-DD.
 */
export function parseZone(lines: string[], asOf: string): ParsedZone {
  const layout = layoutOf(lines);
  if (typeof layout === 'string') return { ok: false, problems: [layout] };
  const places = layout.split(lines);
  const faults = faultsOf(places, layout.codes);
  if (faults.length > 0) return { ok: false, problems: faults };
  const long = layout.hasLongNumbers ? longNumber(places) : null;
  const checkDigits = {
    number: long ? checked(long.number, long.digit) : checked(places.number, places.numberDigit),
    birth: checked(places.birth, places.birthDigit),
    ...(places.expiry !== null && { expiry: checked(places.expiry, places.expiryDigit) }),
    ...(places.optionalDigit !== undefined && {
      optional: checked(places.optional[0]!, places.optionalDigit),
    }),
    ...(places.composite && { composite: checked(places.composite.text, places.composite.digit) }),
  };
  const [optional, ...more] = places.optional;
  const fields: ZoneFields = {
    code: bare(places.code),
    type: typeOf(places.code),
    issuingState: bare(places.state),
    nationality: bare(places.nationality),
    number: bare(long?.number ?? places.number),
    ...zoneNames(places.names),
    ...(places.isFamilyNameFull && { truncated: 'possible' as const }),
    dateOfBirth: birthDate(places.birth, asOf),
    sex: places.sex === '<' ? '' : (places.sex as ZoneFields['sex']),
    expiresOn: places.expiry === null ? { raw: '', iso: null } : expiryDate(places.expiry),
    optionalData: [long?.rest ?? optional!, ...more].map(bare),
  };
  return {
    ok: true,
    format: layout.format,
    ...fields,
    checkDigits,
    problems: problemsOf(fields, checkDigits, places),
  };
}

/** A zone cut at the places of its layout. */
interface Places {
  code: string;
  state: string;
  nationality: string;
  number: string;
  numberDigit: string;
  names: string;
  /** Whether the last place of a field of its own for the family name is a letter. */
  isFamilyNameFull?: boolean;
  birth: string;
  birthDigit: string;
  sex: string;
  /** null: not in this layout. */
  expiry: string | null;
  expiryDigit: string;
  optional: string[];
  optionalDigit?: string;
  composite?: { text: string; digit: string };
}

interface Layout {
  format: ZoneFormat;
  /** Both places of the document code. */
  codes: RegExp;
  /** Whether a number of more than nine characters goes on in the optional data. */
  hasLongNumbers: boolean;
  split(lines: string[]): Places;
}

function layoutOf(lines: string[]): Layout | ZoneProblem {
  if (!lines.every((line) => /^[0-9A-Z<]*$/.test(line))) return 'characters';
  const [first = '', second = ''] = lines;
  const shape = lines.map(({ length }) => length).join();
  // In two lines of equal length the second begins with a number, which may be FACHE… too.
  const isPaired = shape === '44,44' || shape === '36,36';
  if (/^(D[1-9<]|FA)/.test(first) || (!isPaired && second.startsWith('FACHE'))) return 'licence';
  const isVisa = first.startsWith('V');
  if (shape === '30,30,30') return TD1;
  if (shape === '44,44') return isVisa ? MRVA : TD3;
  if (shape !== '36,36') return 'lines';
  if (isVisa) return MRVB;
  return first.startsWith('IDFRA') && isOldFrench(lines) ? OLD_FRENCH : TD2;
}

/** The second place is the state's own, digits as in C1 of the United States too, but never V (ICAO 9303-5 and -6, 4.2.2). */
const CARD = /^[ACI][^V]/;

const TD1: Layout = {
  format: 'TD1',
  codes: CARD,
  hasLongNumbers: true,
  split: ([a, b, c]) => ({
    ...datesOf(b!, 0),
    code: a!.slice(0, 2),
    state: a!.slice(2, 5),
    number: a!.slice(5, 14),
    numberDigit: a![14]!,
    nationality: b!.slice(15, 18),
    names: c!,
    optional: [a!.slice(15), b!.slice(18, 29)],
    composite: { text: a!.slice(5) + b!.slice(0, 7) + b!.slice(8, 15) + b!.slice(18, 29), digit: b![29]! },
  }),
};

const TD2: Layout = {
  format: 'TD2',
  codes: CARD,
  hasLongNumbers: true,
  split: ([a, b]) => ({
    ...twoLines(a!, b!),
    optional: [b!.slice(28, 35)],
    composite: { text: b!.slice(0, 10) + b!.slice(13, 20) + b!.slice(21, 35), digit: b![35]! },
  }),
};

const TD3: Layout = {
  format: 'TD3',
  // One capital letter may follow (ICAO 9303-4, 4.2.2).
  codes: /^P[A-Z<]/,
  hasLongNumbers: false,
  split: ([a, b]) => ({
    ...twoLines(a!, b!),
    optional: [b!.slice(28, 42)],
    optionalDigit: b![42]!,
    composite: { text: b!.slice(0, 10) + b!.slice(13, 20) + b!.slice(21, 43), digit: b![43]! },
  }),
};

const visa = (format: ZoneFormat): Layout => ({
  format,
  codes: /^V[A-Z<]/,
  hasLongNumbers: false,
  split: ([a, b]) => ({ ...twoLines(a!, b!), optional: [b!.slice(28)] }),
});
const MRVA = visa('MRVA');
const MRVB = visa('MRVB');

/** The French identity card of 1995 to 2021: TD2 in size, laid out before ICAO 9303, without an expiry. */
const OLD_FRENCH: Layout = {
  format: 'TD2',
  codes: /^ID/,
  hasLongNumbers: false,
  split: ([a, b]) => ({
    code: a!.slice(0, 2),
    state: a!.slice(2, 5),
    nationality: a!.slice(2, 5),
    number: b!.slice(0, 12),
    numberDigit: b![12]!,
    // The field of given names is full as often as not, and then says nothing of a truncation.
    names: `${a!.slice(5, 30).replace(/<+$/, '')}<<${b!.slice(13, 27).replaceAll('<<', '<')}`,
    isFamilyNameFull: a![29] !== '<',
    birth: b!.slice(27, 33),
    birthDigit: b![33]!,
    sex: b![34]!,
    expiry: null,
    expiryDigit: '',
    optional: [a!.slice(30)],
    composite: { text: a! + b!.slice(0, 35), digit: b![35]! },
  }),
};

/** By the check digit of the birth, which stands elsewhere on the card that follows ICAO 9303. */
export function isOldFrench(lines: readonly string[]): boolean {
  const [now, before] = [TD2, OLD_FRENCH].map(({ split }) => {
    const { birth, birthDigit, number, numberDigit } = split([...lines]);
    const isDate = /^[\d<]{6}$/.test(birth) && /\d/.test(birthDigit);
    return (
      Number(isDate) +
      Number(isDate && checked(birth, birthDigit) === 'pass') +
      Number(checked(number, numberDigit) === 'pass')
    );
  });
  return before! > now!;
}

function twoLines(a: string, b: string) {
  return {
    ...datesOf(b, 13),
    code: a.slice(0, 2),
    state: a.slice(2, 5),
    names: a.slice(5),
    number: b.slice(0, 9),
    numberDigit: b[9]!,
    nationality: b.slice(10, 13),
  };
}

/** Birth, sex and expiry follow one another in every layout. */
function datesOf(line: string, at: number) {
  return {
    birth: line.slice(at, at + 6),
    birthDigit: line[at + 6]!,
    sex: line[at + 7]!,
    expiry: line.slice(at + 8, at + 14),
    expiryDigit: line[at + 14]!,
  };
}

/**
 * A number of 10 to 22 characters: a filler stands in the place of its check digit, and the optional data begin with the
 * rest of it, its check digit and a filler (ICAO 9303-5, 4.2.4). The filler is no part of it.
 */
function longNumber({ number, numberDigit, optional: [optional] }: Places) {
  const [, tail, digit, rest] = /^([^<]+)(\d)<(.*)$/.exec(optional!) ?? [];
  if (numberDigit !== '<' || number.endsWith('<') || !tail) return null;
  return { number: number + tail, digit: digit!, rest: rest! };
}

/** What makes the lines no document. */
function faultsOf(places: Places, codes: RegExp): ZoneProblem[] {
  const { code, state, nationality, names, birth, expiry, sex, composite } = places;
  const digits = [places.numberDigit, birth, places.birthDigit, expiry ?? '', places.expiryDigit];
  digits.push(composite?.digit ?? '', places.optionalDigit ?? '');
  const faults: [ZoneProblem, boolean][] = [
    ['code', !codes.test(code)],
    ['letters', /\d/.test(state + nationality + names)],
    ['digits', /[A-Z]/.test(digits.join(''))],
    ['sex', !/[MFX<]/.test(sex)],
    ['name', !/[A-Z]/.test(names)],
  ];
  return faults.filter(([, isPresent]) => isPresent).map(([problem]) => problem);
}

function problemsOf(fields: ZoneFields, checkDigits: ZoneCheckDigits, { expiry }: Places): ZoneProblem[] {
  const problems: [ZoneProblem, boolean][] = [
    ['check_digit', Object.values(checkDigits).includes('fail')],
    ['birth_date', fields.dateOfBirth.iso === null],
    ['expiry_date', expiry !== null && fields.expiresOn.iso === null],
    ['state', !stateOf(fields.issuingState)],
    ['nationality', !stateOf(fields.nationality)],
  ];
  return problems.filter(([, isPresent]) => isPresent).map(([problem]) => problem);
}

function typeOf(code: string): ZoneFields['type'] {
  if (code.startsWith('P')) return 'passport';
  return code.startsWith('V') ? 'visa' : 'card';
}

/** Without the fillers at the end. */
function bare(field: string): string {
  return field.replace(/<+$/, '');
}
