import { Random } from '../../../src/document/build/Random.ts';
import { parseZone, type ReadableZone } from '../../../src/document/parse/parseZone.ts';
import { card, type Holder, passport } from '../../document/support/zoneStrings.ts';

/** What `mrz` reads otherwise, told by what stands in the zone, with the reason. */
const DIFFERENCES: Record<string, (zone: Zone) => boolean> = {
  // ICAO 9303 part 3: X is printed for an unspecified sex; `mrz` takes the filler alone.
  sexX: ({ holder }) => holder.sex === 'X',
  // Utopia, the state of specimens, and others of part 3 section 5 that it does not know.
  unknownState: ({ holder }) =>
    UNKNOWN_STATES.includes(holder.state!) || UNKNOWN_STATES.includes(holder.nationality!),
  // ICAO 9303 part 5 leaves open whether the filler in place of the check digit counts; `mrz` accepts both.
  longNumber: ({ holder }) => holder.number!.length > 9,
};
const STATES = 'NLD D FRA GBR USA IND CHN BRA NGA RKS UNO XXA XXB XXC GBD ZAF'.split(' ');
const UNKNOWN_STATES = ['UTO', 'XPO', 'XOM', 'EUE'];
const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';
const ALL = `${LETTERS}0123456789`;

interface Zone {
  lines: string[];
  holder: Holder;
}

interface Others {
  parse: (lines: string[]) => {
    fields: Record<string, string | null>;
    details: { field: string; valid: boolean }[];
  };
}

/**
 * Reads generated zones, a fifth of them with a wrong digit, with our parser and with `mrz`, and compares every field and check
 * digit.
 * @returns `parser`: the share of equal ones among those that no known difference explains, 0 to 1; `parserOtherwise`: how many
 * each known difference explains.
 */
export function raceParsers(load: NodeJS.Require, asOf: string, of = 10_000) {
  const { parse } = load('mrz') as Others;
  const random = new Random(9303);
  const known: Record<string, number> = {};
  let [equal, compared] = [0, 0];
  for (let i = 0; i < of; i++) {
    const zone = drawZone(random);
    const ours = parseZone(zone.lines, asOf);
    const theirs = parse(zone.lines);
    const isEqual = ours.ok && JSON.stringify(fieldsOf(ours)) === JSON.stringify(fieldsOfMrz(theirs));
    const difference = Object.keys(DIFFERENCES).find((name) => DIFFERENCES[name]!(zone));
    if (difference && !isEqual) known[difference] = (known[difference] ?? 0) + 1;
    else {
      compared++;
      if (isEqual) equal++;
      else process.stderr.write(`parsers differ: ${zone.lines.join(' ')}\n`);
    }
  }
  return { parser: equal / compared, parserOtherwise: known };
}

function drawZone(random: Random): Zone {
  const pick = <T>(from: ArrayLike<T>): T => from[random.below(from.length)]!;
  const word = (from: string, min: number, max: number) =>
    Array.from({ length: min + random.below(max - min + 1) }, () => pick(from)).join('');
  const date = () =>
    [random.below(100), 1 + random.below(12), 1 + random.below(28)]
      .map((part) => `${part}`.padStart(2, '0'))
      .join('');
  const names = (count: number) => Array.from({ length: count }, () => word(LETTERS, 2, 6)).join('<');
  const isPassport = random.chance(0.5);
  const state = pick([...STATES, ...UNKNOWN_STATES]);
  const holder: Holder = {
    code: pick(isPassport ? ['P<', 'PD', 'PM'] : ['I<', 'ID', 'AC', 'C<']),
    state,
    nationality: random.chance(0.8) ? state : pick(STATES),
    number: word(ALL, 6, isPassport || random.chance(0.7) ? 9 : 14),
    names: `${names(1 + random.below(2))}<<${names(1 + random.below(2))}`,
    birth: date(),
    sex: pick('MF<X'),
    expiry: date(),
    optional: random.chance(0.5) ? word(ALL, 3, isPassport ? 14 : 5) : '',
  };
  const lines = isPassport ? passport(holder) : card(holder);
  if (random.chance(0.2)) damage(lines, random);
  return { lines, holder };
}

/** Exchanges a digit for another, so that a check digit is wrong. */
function damage(lines: string[], random: Random): void {
  const line = lines.length === 2 ? 1 : random.below(2);
  const digits = [...lines[line]!.matchAll(/\d/g)].map(({ index }) => index);
  if (digits.length === 0) return;
  const at = digits[random.below(digits.length)]!;
  const other = (Number(lines[line]![at]) + 1 + random.below(9)) % 10;
  lines[line] = lines[line]!.slice(0, at) + other + lines[line]!.slice(at + 1);
}

function fieldsOf(zone: ReadableZone): object {
  const { number, birth, expiry, composite } = zone.checkDigits;
  const isRight = (result?: string) => result === 'pass';
  return {
    code: zone.code,
    issuingState: zone.issuingState,
    nationality: zone.nationality,
    number: zone.number,
    familyName: zone.familyName,
    givenName: zone.givenName,
    // `mrz` says nothing of a date that there is not.
    birth: zone.dateOfBirth.iso && zone.dateOfBirth.raw,
    sex: zone.sex,
    expiry: zone.expiresOn.iso && zone.expiresOn.raw,
    checkDigits: [number, birth, expiry, composite].map(isRight),
  };
}

function fieldsOfMrz({ fields, details }: ReturnType<Others['parse']>): object {
  const isRight = (field: string) =>
    details.some((each) => each.field === `${field}CheckDigit` && each.valid);
  const sexes: Record<string, string> = { male: 'M', female: 'F', nonspecified: '' };
  return {
    code: fields['documentCode'],
    issuingState: fields['issuingState'],
    nationality: fields['nationality'],
    number: fields['documentNumber'],
    familyName: fields['lastName'],
    givenName: fields['firstName'],
    birth: ofCalendar(fields['birthDate']),
    sex: fields['sex'] === null ? null : sexes[fields['sex']!],
    expiry: ofCalendar(fields['expirationDate']),
    checkDigits: ['documentNumber', 'birthDate', 'expirationDate', 'composite'].map(isRight),
  };
}

/** `mrz` takes each month to have 31 days. */
function ofCalendar(raw: string | null | undefined): string | null {
  const [, year, month, day] = /^(..)(..)(..)$/.exec(raw ?? '') ?? [];
  const isDay = new Date(`20${year}-${month}-${day}T00:00Z`).getUTCDate() === Number(day);
  return isDay ? raw! : null;
}
