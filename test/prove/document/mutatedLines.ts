import type { Random } from '../../../src/document/build/Random.ts';
import { parseLicence, parseZone, type ReadableZone } from '../../../src/document/index.ts';
import { licenceText } from '../../../src/testdocument/licenceText.ts';
import { testHolder } from '../../../src/testdocument/testHolder.ts';
import { card, type Holder, passport } from '../../document/support/zoneStrings.ts';

export const TODAY = '2026-11-28';

/** The results of mutated lines and texts of barcodes. */
export interface LineFindings {
  mutations: number;
  /** Parsed, with every check digit right. */
  passed: number;
  /** Ended in an error. */
  thrown: number;
  /** A changed number or date whose check digit was called right, or a field that no line has. */
  unnoticed: number;
  slowestMs: number;
  first: string[];
}

const MAX_MS = 20;
const CHARACTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789<';

export function mutateLines(random: Random, mutations: number): LineFindings {
  const found: LineFindings = { mutations, passed: 0, thrown: 0, unnoticed: 0, slowestMs: 0, first: [] };
  for (let count = 0; count < mutations; count++) {
    const isLicence = count % 10 === 9;
    const input = isLicence ? [mutant(licenceText(testHolder()), random)] : mutantLines(random);
    const read = () => (isLicence ? parseLicence(input[0]!) : parseZone(input, TODAY));
    const began = performance.now();
    try {
      const parsed = read();
      if (!parsed.ok || parsed.format === 'AAMVA') continue;
      if (isAllRight(parsed)) found.passed += 1;
      if (!isNoticed(parsed, input)) {
        found.unnoticed += 1;
        if (found.first.length < 3) found.first.push(JSON.stringify(input));
      }
    } catch (error) {
      found.thrown += 1;
      if (found.first.length < 3) found.first.push(`${JSON.stringify(input)}: ${error}`);
    } finally {
      found.slowestMs = Math.max(found.slowestMs, fastest(performance.now() - began, read));
    }
  }
  found.slowestMs = Math.round(10 * found.slowestMs) / 10;
  return found;
}

export function linesHold({ thrown, unnoticed, slowestMs, passed }: LineFindings): boolean {
  return thrown === 0 && unnoticed === 0 && slowestMs <= MAX_MS && passed > 0;
}

/** An invented holder's lines. */
export function anyLines(random: Random): string[] {
  const pick = <T>(items: readonly T[]) => items[random.below(items.length)]!;
  const text = (length: number, first: number, count: number) =>
    Array.from({ length }, () => CHARACTERS[first + random.below(count)]).join('');
  const date = (from: number) => `${from + random.below(8)}0${1 + random.below(9)}1${random.below(9)}`;
  const holder: Holder = {
    state: pick(['NOR', 'POL', 'D', 'SVN', 'ROU']),
    nationality: pick(['NOR', 'POL', 'D', 'SVN', 'ROU']),
    number: text(2, 0, 26) + text(7, 26, 10),
    names: `${text(4 + random.below(6), 0, 26)}<<${text(3 + random.below(6), 0, 26)}`,
    birth: date(60),
    sex: pick(['F', 'M', '<']),
    expiry: date(28),
  };
  return random.chance(0.5) ? card(holder) : passport(holder);
}

/** Mostly one other character, as a forger or a misreading has it; sometimes damage of any kind. */
function mutantLines(random: Random): string[] {
  const lines = anyLines(random);
  const at = random.below(lines.length);
  const line = lines[at]!;
  const kind = random.next();
  if (kind < 0.7) {
    const place = random.below(line.length);
    lines[at] = line.slice(0, place) + CHARACTERS[random.below(37)] + line.slice(place + 1);
  } else if (kind < 0.76) lines.splice(at, 1);
  else if (kind < 0.82) lines.push(line);
  else lines[at] = mutant(line, random);
  return lines;
}

/** Text with parts changed, cut, doubled, turned around. */
export function mutant(text: string, random: Random): string {
  let changed = text;
  for (let count = 1 + random.below(4); count > 0; count--) {
    const at = random.below(changed.length + 1);
    const part = changed.slice(at, at + 1 + random.below(16));
    const kind = random.below(5);
    const inserted = [
      CHARACTERS[random.below(37)]!,
      part + part,
      '',
      [...part].reverse().join(''),
      ODD[random.below(ODD.length)]!,
    ][kind]!;
    changed = changed.slice(0, at) + inserted + changed.slice(at + part.length);
  }
  return changed;
}

const ODD = [
  '\0',
  '\u{1f600}',
  '\ud800',
  'é',
  '\n',
  '@\n\u001e\r',
  'ANSI 999999100001',
  'D'.repeat(9000),
  ' ',
  '\u202e',
];

function isAllRight({ checkDigits }: ReadableZone): boolean {
  return Object.values(checkDigits).every((result) => result !== 'fail');
}

/**
 * Whether what is called right is right: each field stands in the lines, and its check digit, computed here anew, stands
 * behind it. Digits can't see values that are ten apart, nor names.
 */
function isNoticed(
  { format, number, dateOfBirth, expiresOn, checkDigits }: ReadableZone,
  lines: string[],
): boolean {
  const all = lines.join('\n');
  const stands = (field: string, result: string | undefined) =>
    result !== 'pass' || all.includes(field + digitOf(field)) || (format === 'TD1' && isLong(field, all));
  const padded = number.padEnd(9, '<');
  return (
    all.includes(number) &&
    stands(padded, checkDigits.number) &&
    stands(dateOfBirth.raw, checkDigits.birth) &&
    stands(expiresOn.raw, checkDigits.expiry)
  );
}

/** A number that goes on in the optional data of a card: `123456789<01` and its digit. */
function isLong(number: string, all: string): boolean {
  return number.length > 9 && all.includes(`${number.slice(0, 9)}<${number.slice(9)}${digitOf(number)}`);
}

/** ICAO 9303-3, 4.9: weights 7, 3, 1. */
function digitOf(field: string): string {
  let sum = 0;
  for (let i = 0; i < field.length; i++) {
    const value = field[i] === '<' ? 0 : Number.parseInt(field[i]!, 36);
    sum += value * [7, 3, 1][i % 3]!;
  }
  return String(sum % 10);
}

/** The machine may be busy: a slow run is repeated, and processor time counts. */
function fastest(ms: number, again: () => unknown): number {
  let least = ms;
  for (let tries = 0; least > MAX_MS / 4 && tries < 5; tries++) {
    const began = process.threadCpuUsage();
    try {
      again();
    } catch {
      // Counted above.
    }
    const { user, system } = process.threadCpuUsage(began);
    least = Math.min(least, (user + system) / 1000);
  }
  return least;
}
