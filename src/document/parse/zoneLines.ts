import { isOldFrench } from './parseZone.ts';
import { oldFrenchParts, passes, type ZonePart, zoneParts } from './zonePlaces.ts';

/** Stands for a character of the optional data. */
const MASK = '*';

/** A part of the lines of a zone, whose optional data may be masked. */
export interface PartOnLines {
  name: ZonePart['name'];
  /** Its characters as they stand there, without its check digit. */
  text: string;
  /** Where they stand, in the same order. */
  places: { line: number; at: number }[];
  /** Where its check digit stands; `null` if it has none, or none that can be checked here. */
  digit: { line: number; at: number; isWrong: boolean } | null;
}

/** The parts of the lines of a zone, as `parseZone` takes them apart. */
export function partsOf(lines: readonly string[]): PartOnLines[] {
  return layoutOf(lines).map(({ name, places }) => {
    const isOptional = name === 'optional' || name === 'composite';
    const hasDigit = !isOptional && places.at(-1)!.kind.startsWith('check');
    const end = hasDigit ? places.at(-1)! : null;
    const own = hasDigit ? places.slice(0, -1) : places;
    const text = textAt(lines, own);
    const digit = end && lines[end.line]![end.at]!;
    // The check digit of a number that goes on elsewhere stands there.
    const isElsewhere = digit === '<' && !text.endsWith('<');
    return {
      name,
      text,
      places: own.map(({ line, at }) => ({ line, at })),
      digit: end && !isElsewhere ? { line: end.line, at: end.at, isWrong: !passes(`${text}${digit}`) } : null,
    };
  });
}

/**
 * The lines of a zone without optional data, which often hold a personal number: a run of it that is not empty is masked as a
 * whole, with its check digit. A number that goes on in it stays.
 * @param number the whole number, as `parseZone` reads it.
 */
export function maskedLines(lines: readonly string[], number: string): string[] {
  const parts = layoutOf(lines);
  const room = parts.find(({ name }) => name === 'number')!.places.length - 1;
  const optional = parts.find(({ name }) => name === 'optional')?.places ?? [];
  // Behind the rest of the number stand its check digit and a filler.
  const rest = number.length > room ? number.length - room + 2 : 0;
  const masked = lines.map((line) => [...line]);
  for (const line of lines.keys()) {
    const run = optional.slice(rest).filter((place) => place.line === line);
    const isEmpty = /^0?$/.test(textAt(lines, run).replaceAll('<', ''));
    if (!isEmpty) for (const { at } of run) masked[line]![at] = MASK;
  }
  return masked.map((line) => line.join(''));
}

function layoutOf(lines: readonly string[]): ZonePart[] {
  const [first = ''] = lines;
  const isOld = first.length === 36 && first.startsWith('IDFRA') && isOldFrench(lines);
  return isOld ? oldFrenchParts() : zoneParts(first.length, { isVisa: first.startsWith('V') });
}

const textAt = (lines: readonly string[], places: readonly { line: number; at: number }[]) =>
  places.map(({ line, at }) => lines[line]![at]!).join('');
