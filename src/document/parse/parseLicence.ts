import { countryOfJurisdiction, type Issuer, issuerOf } from './issuers.ts';

/**
 * Why a barcode is no licence, or what is odd about one:
 * - `length`: it is longer than any PDF417 can be;
 * - `header`: it is not of the AAMVA;
 * - `elements`: it has no field that is known;
 * - `birth`, `expiry`, `number`, `name`: that field is missing or can't be understood.
 */
export type LicenceProblem = 'length' | 'header' | 'elements' | 'birth' | 'expiry' | 'number' | 'name';

/** What the barcode of a North American licence says (AAMVA card design standard, annex D). Nothing of it is signed. */
export interface ReadableLicence {
  ok: true;
  format: 'AAMVA';
  version: number;
  type: 'driving_licence' | 'id_card';
  familyName: string | null;
  givenName: string | null;
  suffix: string | null;
  /** YYYY-MM-DD. */
  dateOfBirth: string | null;
  expiresOn: string | null;
  number: string | null;
  jurisdiction: string | null;
  /** ISO 3166-1 alpha-3. */
  country: string | null;
  /** Whether the names may be cut. */
  truncated: 'possible' | 'no';
  problems: LicenceProblem[];
}

export type ParsedLicence = ReadableLicence | { ok: false; problems: LicenceProblem[] };

/** Takes the text of a barcode apart. Its table of offsets is wrong on many cards: fields are found by their names. */
export function parseLicence(text: string): ParsedLicence {
  if (text.length > LONGEST) return { ok: false, problems: ['length'] };
  // Old cards of Maryland and Connecticut say AAMVA, the standard says ANSI.
  const header = /(?:ANSI ?|AAMVA)(\d{6})(\d{2})/.exec(text);
  if (!header) return { ok: false, problems: ['header'] };
  const [, iin, version] = header as unknown as [string, string, string];
  const { type, elements } = elementsOf(text.slice(header.index + header[0].length));
  if (elements.size === 0) return { ok: false, problems: ['elements'] };
  const value = (code: string) => printed(elements.get(code));
  const names = namesOf(value, iin);
  const dateOfBirth = dateOf(value('DBB'));
  const expiresOn = dateOf(value('DBA'));
  const issuer = issuerOf(iin);
  const problems: LicenceProblem[] = [];
  if (!dateOfBirth) problems.push('birth');
  if (!expiresOn) problems.push('expiry');
  if (!value('DAQ')) problems.push('number');
  if (!names.familyName) problems.push('name');
  const jurisdiction = value('DAJ')?.toUpperCase() ?? issuer?.jurisdiction ?? null;
  return {
    ok: true,
    format: 'AAMVA',
    version: Number(version),
    type,
    ...names,
    suffix: value('DCU') ?? names.suffix,
    dateOfBirth,
    expiresOn,
    number: value('DAQ'),
    jurisdiction,
    country: countryOf(value('DCG'), issuer, jurisdiction),
    truncated: ['DDE', 'DDF', 'DDG'].some((code) => value(code) === 'T') ? 'possible' : 'no',
    problems,
  };
}

/** In characters; a PDF417 holds 2710 digits at most, or 1850 letters (ISO/IEC 15438). */
const LONGEST = 4096;

/** The fields of the licence: those of a state's own subfile, such as `ZVA`, are nobody's business. */
function elementsOf(text: string): { type: ReadableLicence['type']; elements: Map<string, string> } {
  const elements = new Map<string, string>();
  const start = NAMED_SUBFILE.exec(text) ?? FIRST_ELEMENT.exec(text);
  if (!start) return { type: 'driving_licence', elements };
  for (const line of text.slice(start.index + start[0].length).split(/[\n\r\x1c-\x1f]/))
    addElements(elements, line.trimStart());
  const isCard = (start[1] ?? start[2] ?? /^\d{2,4}(DL|ID)/.exec(text)?.[1]) === 'ID';
  return { type: isCard ? 'id_card' : 'driving_licence', elements };
}

/**
 * The subfile opens with its name, which stands in its header, behind a separator or behind the table of offsets; not inside the
 * words of a field, as in GLENDALE or 60 ENDCOTT. A subfile of the state before it may have fields of the same codes.
 */
const NAMED_SUBFILE = /(?:(?<![A-Z ])(DL|ID|EN)+ *|(?<=[\n\r])(DL|ID|EN)+\s+)(?=D[A-D][A-Z])/;

/** Some cards leave the name out. */
const FIRST_ELEMENT = /(?<![A-Z])(?=D[A-D][A-Z])/;

function addElements(elements: Map<string, string>, line: string): void {
  let left = line;
  while (/^D[A-D][A-Z]/.test(left)) {
    const code = left.slice(0, 3);
    const rest = left.slice(3);
    const length = LENGTHS[code];
    // After a field of fixed length another one may stand on the same line, as on cards of Arizona.
    const isGlued = length !== undefined && /^D[A-D][A-Z]/.test(rest.slice(length));
    if (!elements.has(code)) elements.set(code, isGlued ? rest.slice(0, length) : rest);
    left = isGlued ? rest.slice(length) : '';
  }
}

const LENGTHS: Record<string, number> = {
  DBA: 8,
  DBB: 8,
  DBC: 1,
  DBD: 8,
  DDA: 1,
  DDB: 8,
  DDE: 1,
  DDF: 1,
  DDG: 1,
  DAJ: 2,
  DCG: 3,
};

function printed(text: string | undefined): string | null {
  const value = text?.trim().replace(/[\s,]+$/, '');
  return !value || /^(none|unavl)$/i.test(value) ? null : value;
}

type Values = (code: string) => string | null;

function namesOf(value: Values, iin: string) {
  const family = value('DCS') ?? value('DAB');
  const middle = spaced(value('DAD'));
  // DCT has all given names in one, with spaces or commas; Michigan and Ontario have nothing else.
  const given = spaced(value('DAC') ?? value('DCT'));
  if (family && (given || !family.includes(',')))
    return { familyName: spaced(family), givenName: joined(given, middle), suffix: null };
  const whole = family ?? value('DAA');
  if (!whole) return { familyName: null, givenName: joined(given, middle), suffix: null };
  const names = wholeName(whole, iin);
  return family ? { ...names, givenName: joined(names.givenName, middle) } : names;
}

function spaced(text: string | null): string | null {
  return text?.replace(/[,$@\s]+/g, ' ').trim() || null;
}

/** Given names with the middle name, which some cards say in both fields. */
function joined(given: string | null, middle: string | null): string | null {
  if (!given || !middle) return given ?? middle;
  return given.endsWith(` ${middle}`) ? given : `${given} ${middle}`;
}

/**
 * A name in one field: `FAMILY,GIVEN,MIDDLE,SUFFIX` by the standard, or the same with spaces; in Pennsylvania
 * `GIVEN MIDDLE FAMILY`. With spaces the first word, there the last, is taken for the whole family name.
 */
function wholeName(text: string, iin: string) {
  const parts = text.split(/[,$@]/).map((part) => part.trim());
  if (parts.length > 1) {
    const [familyName, given, middle, suffix] = parts;
    const givenName = [given, middle].filter(Boolean).join(' ') || null;
    return { familyName: familyName || null, givenName, suffix: suffix || null };
  }
  const words = text.split(/\s+/);
  const suffix = words.length > 2 && SUFFIX.test(words.at(-1)!) ? words.pop()! : null;
  const familyName = iin === PENNSYLVANIA ? words.pop()! : words.shift()!;
  return { familyName, givenName: words.join(' ') || null, suffix };
}

const PENNSYLVANIA = '636025';

const SUFFIX = /^(JR|SR|I{2,3}|I?V|VI{1,3})\.?$/i;

/** MMDDCCYY in the United States, CCYYMMDD on cards of version 1 and most of Canada: no month is called 19 or 20. */
function dateOf(text: string | null): string | null {
  if (!text || !/^\d{8}$/.test(text)) return null;
  const isYearFirst = /^(19|20)/.test(text);
  const [year, rest] = isYearFirst ? [text.slice(0, 4), text.slice(4)] : [text.slice(4), text.slice(0, 4)];
  if (!/^(19|20)/.test(year)) return null;
  const iso = `${year}-${rest.slice(0, 2)}-${rest.slice(2)}`;
  const date = new Date(`${iso}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(iso) ? iso : null;
}

/** The country's field decides, then who issued it: `AB` or `NL` in the address may be anywhere. */
function countryOf(said: string | null, issuer: Issuer | null, jurisdiction: string | null): string | null {
  if (said && /^[A-Z]{3}$/.test(said)) return said;
  return issuer?.country ?? (jurisdiction ? countryOfJurisdiction(jurisdiction) : null);
}
