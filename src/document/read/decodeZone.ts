import {
  ALLOWED,
  oldFrenchParts,
  type PlaceKind,
  passes,
  type ZonePart,
  zoneParts,
} from '../parse/zonePlaces.ts';
import { ALPHABET, CLASSES } from './strip.ts';

/** What the network saw of a zone: log probabilities of `CLASSES` for each character of each line. */
export interface Evidence {
  count: number;
  lines: Float32Array[];
  /** How many pictures were summed. */
  weight: number;
}

/** The characters of a zone, and the parts of which one is in doubt. */
export interface DecodedZone {
  lines: string[];
  /** What each part says, with its check digit. */
  texts: Map<ZonePart['name'], string>;
  doubts: Set<ZonePart['name']>;
  /** The parts that clearly show a character that may not stand there, such as a letter in a date. They are in doubt too. */
  unexpected: Set<ZonePart['name']>;
  /** The mean log probability of a character that may stand where it stands: 0 is certain. */
  score: number;
  /** Parts whose check digit is right, and that are not in doubt. */
  passed: number;
  /** The probability of the least certain character, of those that may stand in its place; optional data aside. */
  lowest: number;
}

/**
 * Decides the characters: letters where only letters may stand, and as the check digits say where they say it. A part
 * is in doubt where another reading is nearly as likely, and for a protected one satisfies its check digit too; also where it
 * shows what may not stand there: that is not exchanged for what may.
 */
export function decodeZone(evidence: Evidence): DecodedZone {
  const { parts, score } = likeliestParts(evidence);
  const lines = evidence.lines.map(() => new Array<string>(evidence.count).fill('<'));
  const texts: DecodedZone['texts'] = new Map();
  const doubts = new Set<ZonePart['name']>();
  const unexpected = new Set<ZonePart['name']>();
  let passed = 0;
  let lowest = 1;
  const put = (part: ZonePart) => {
    const { text, isDoubtful } = part.isProtected ? protectedText(evidence, part) : freeText(evidence, part);
    texts.set(part.name, text);
    part.places.forEach(({ line, at }, i) => {
      lines[line]![at] = text[i]!;
    });
    if (part.name !== 'optional' && part.name !== 'composite')
      lowest = Math.min(lowest, ...part.places.map((place, i) => probabilityOf(evidence, place, text[i]!)));
    if (part.places.some((place) => isUnexpected(evidence, place))) unexpected.add(part.name);
    if (isDoubtful || unexpected.has(part.name)) doubts.add(part.name);
    if (part.isProtected && passes(text) && !doubts.has(part.name)) passed++;
  };
  for (const part of parts) put(part);
  const tail = numberTail(lines, parts);
  const long = tail && longNumberPart(lines, parts, tail);
  if (long) {
    doubts.delete('number');
    put(long);
    // What the number's check digit decided is not in doubt as optional data.
    doubts.delete('optional');
    put(behindNumber(parts, tail));
  }
  // Nine characters and no check digit are half a number.
  if (tail && (!long || tail.some((place) => isEndUnclear(evidence, place)))) doubts.add('number');
  return { lines: lines.map((line) => line.join('')), texts, doubts, unexpected, score, passed, lowest };
}

/** The layout under which the characters are likeliest. */
function likeliestParts(evidence: Evidence): { parts: ZonePart[]; score: number } {
  const { count } = evidence;
  const isVisa =
    count !== 30 && at(evidence, 0, 0, V) > Math.max(...OTHERS.map((letter) => at(evidence, 0, 0, letter)));
  const layouts = [zoneParts(count, { isVisa })];
  if (count === 36 && !isVisa) layouts.push(oldFrenchParts());
  return layouts
    .map((parts) => ({ parts, score: scoreOf(evidence, parts) }))
    .reduce((a, b) => (b.score > a.score ? b : a));
}

const V = ALPHABET.indexOf('V');
/** First letters of documents that are no visas. */
const OTHERS = ['P', 'I', 'A', 'C'].map((letter) => ALPHABET.indexOf(letter));

function at({ lines }: Evidence, line: number, place: number, character: number): number {
  return lines[line]![place * CLASSES + character]!;
}

function scoreOf(evidence: Evidence, parts: ZonePart[]): number {
  let sum = 0;
  let count = 0;
  for (const { places } of parts) {
    for (const place of places) {
      sum += Math.max(-8, ...CHOICES[place.kind].map((k) => at(evidence, place.line, place.at, k)));
      count++;
    }
  }
  return sum / count;
}

const CHOICES = Object.fromEntries(
  Object.entries(ALLOWED).map(([kind, pattern]) => [
    kind,
    [...ALPHABET].flatMap((character, k) => (pattern.test(character) ? [k] : [])),
  ]),
) as Record<PlaceKind, number[]>;

/** A character that a place may have, and how much less likely it is than the likeliest one. */
interface Option {
  character: string;
  cost: number;
}

function optionsOf(evidence: Evidence, { line, at: place, kind }: ZonePart['places'][number]): Option[] {
  const options = CHOICES[kind].map((k) => ({
    character: ALPHABET[k]!,
    cost: -at(evidence, line, place, k),
  }));
  options.sort((a, b) => a.cost - b.cost);
  const lowest = options[0]!.cost;
  return options.slice(0, 4).map(({ character, cost }) => ({ character, cost: cost - lowest }));
}

/** Several pictures are read together: what they say is summed, and is a probability only beside the other characters. */
function probabilityOf(
  evidence: Evidence,
  { line, at: place, kind }: ZonePart['places'][number],
  character: string,
): number {
  const own = at(evidence, line, place, ALPHABET.indexOf(character));
  return 1 / CHOICES[kind].reduce((sum, k) => sum + Math.exp(at(evidence, line, place, k) - own), 0);
}

/** Whether each picture, on average, clearly shows a character in a place where it may not stand. */
function isUnexpected(evidence: Evidence, { line, at: place, kind }: ZonePart['places'][number]): boolean {
  const likeliest = (characters: number[]) =>
    Math.max(...characters.map((k) => at(evidence, line, place, k)));
  return likeliest(EVERY) - likeliest(CHOICES[kind]) > UNEXPECTED_MARGIN * evidence.weight;
}

const EVERY = [...ALPHABET].map((_, k) => k);

function freeText(evidence: Evidence, part: ZonePart): { text: string; isDoubtful: boolean } {
  const places = part.places.map((place) => optionsOf(evidence, place));
  const margin = part.name === 'names' ? NAME_MARGIN : FREE_MARGIN;
  return {
    text: places.map(([best]) => best!.character).join(''),
    isDoubtful: places.some(([, second]) => second!.cost < margin),
  };
}

/** Of the readings that satisfy the check digit, the likeliest. */
function protectedText(evidence: Evidence, part: ZonePart): { text: string; isDoubtful: boolean } {
  const places = part.places.map((place) => optionsOf(evidence, place));
  const top = places.map(([best]) => best!.character).join('');
  const found: { text: string; cost: number }[] = [];
  let visits = 0;
  const visit = (i: number, text: string, cost: number): void => {
    if (visits++ > MAX_VISITS) return;
    if (i === places.length) {
      if (passes(text)) found.push({ text, cost });
      return;
    }
    for (const { character, cost: more } of places[i]!) {
      if (cost + more > BUDGET) break;
      visit(i + 1, text + character, cost + more);
    }
  };
  visit(0, '', 0);
  found.sort((a, b) => a.cost - b.cost);
  const [best, ...others] = found;
  if (visits > MAX_VISITS) return { text: top, isDoubtful: true };
  // Where every character is clear, the document's own digit is wrong.
  if (!best) return { text: top, isDoubtful: places.some(([, next]) => next!.cost < BUDGET / 2) };
  const isClose = others.some(({ text }) => distanceOf(places, best.text, text) < PROTECTED_MARGIN);
  const isPossible = !DATES.includes(part.name) || DATE.test(best.text);
  return { text: best.text, isDoubtful: isClose || best.cost > MAX_CORRECTION || !isPossible };
}

const DATES: readonly ZonePart['name'][] = ['dateOfBirth', 'expiresOn'];
/** Year, month and day, of which parts may be unknown. A check digit does not notice that 16 was read as 78. */
const DATE = /^..(?:0\d|1[0-2]|<<)(?:[0-2]\d|3[01]|<<)/;

/**
 * How much less likely another reading is. Two zeros of one line that look like an O do so for one reason, so that the same
 * exchange is one witness, with the mean of what is seen of it. At places of the weights 7 and 3 no check digit notices two.
 */
function distanceOf(places: Option[][], best: string, other: string): number {
  const exchanges = new Map<string, number[]>();
  const costOf = (i: number, character: string) =>
    places[i]!.find((option) => option.character === character)!.cost;
  places.forEach((_, i) => {
    const [from, to] = [best[i]!, other[i]!];
    if (from === to) return;
    const costs = exchanges.get(from + to) ?? [];
    exchanges.set(from + to, [...costs, costOf(i, to) - costOf(i, from)]);
  });
  return [...exchanges.values()].reduce((sum, costs) => sum + meanOf(costs), 0);
}

const meanOf = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;

/**
 * Differences of log probabilities: 4 is fifty, 6 four hundred to one. In 307 drawn takes the names of 5 of 361 frames with a margin of
 * 3.2 to 6 were wrong, and none of 3,610 above.
 */
const NAME_MARGIN = 6;
const FREE_MARGIN = 4;
/** Of 200 looks at a letter or a digit in a place of the other kind 19 in 20 were above, of 880 frames that were read right 14. */
const UNEXPECTED_MARGIN = 5;
const PROTECTED_MARGIN = 2.5;
const MAX_CORRECTION = 3.5;
const BUDGET = 6;
const MAX_VISITS = 20_000;

/**
 * The places of the optional data where a number of more than nine characters goes on: its rest, its check digit and the filler
 * behind that (ICAO 9303-5, 4.2.4).
 * @returns null if it does not go on.
 */
function numberTail(lines: string[][], parts: ZonePart[]): ZonePart['places'] | null {
  const [number, optional] = [placesOf(parts, 'number'), placesOf(parts, 'optional')];
  const composite = placesOf(parts, 'composite');
  // A passport has a check digit behind its optional data, a visa none at all, and an old French number twelve characters.
  if (number.length !== 10 || composite.length === 0 || optional.at(-1)!.kind !== 'any') return null;
  const text = number.map(({ line, at: place }) => lines[line]![place]);
  if (text[9] !== '<' || text[8] === '<') return null;
  const run = optional.filter(({ line }) => line === optional[0]!.line);
  const end = run.findIndex(({ line, at: place }) => lines[line]![place] === '<');
  return end < 0 ? run : run.slice(0, end + 1);
}

/**
 * The number with its tail, where that has an end. Its check digit is read as a digit: in optional data, where a letter may stand, a
 * zero is as often taken for an O.
 */
function longNumberPart(lines: string[][], parts: ZonePart[], tail: ZonePart['places']): ZonePart | null {
  const { line, at: end } = tail.at(-1)!;
  if (tail.length < 3 || lines[line]![end] !== '<') return null;
  const places = [...placesOf(parts, 'number').slice(0, 9), ...tail.slice(0, -2)];
  return { name: 'number', places: [...places, { ...tail.at(-2)!, kind: 'check' }], isProtected: true };
}

/** The optional data behind a long number, from the filler that ends it. */
function behindNumber(parts: ZonePart[], tail: ZonePart['places']): ZonePart {
  const places = placesOf(parts, 'optional').slice(tail.length - 1);
  return { name: 'optional', places, isProtected: false };
}

function placesOf(parts: ZonePart[], name: ZonePart['name']): ZonePart['places'] {
  return parts.find((part) => part.name === name)?.places ?? [];
}

/** Whether a place of the tail may be the filler that ends it, or the filler a character of it: no check digit notices that. */
function isEndUnclear(evidence: Evidence, place: ZonePart['places'][number]): boolean {
  const [best, ...others] = optionsOf(evidence, place);
  return others.some(
    ({ character, cost }) => cost < FREE_MARGIN && (best!.character === '<' || character === '<'),
  );
}
