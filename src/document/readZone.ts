import { bentRow, centredRow } from './find/centredRow.ts';
import type { Grey } from './find/grey.ts';
import { type Guess, lineGuesses } from './find/lineGuesses.ts';
import {
  displaced,
  type LinePath,
  moved,
  pitchOf,
  pointOf,
  reversed,
  straightPath,
} from './find/linePath.ts';
import type { CharacterNet } from './read/CharacterNet.ts';
import { centredLine, trustedLines } from './read/centredLine.ts';
import { type DecodedZone, decodeZone } from './read/decodeZone.ts';
import { followLine, isSharpAlong, type LineReading, readLine } from './read/readLine.ts';

/** The lines of a zone as the network sees them, from the top. */
export interface ZoneReading {
  count: number;
  lines: LineReading[];
  /** What one picture says. */
  decoded: DecodedZone;
}

/** A search for a zone. */
export interface ZoneSearch {
  zone: ZoneReading | null;
  /** How many of the less likely guesses were tried in vain, in this picture and those of its film before it; 0 if none is left. */
  passed: number;
}

/**
 * Finds the zone of a picture: the first guess at two lines that turns out to be as many lines as a zone has. A page that fills
 * the picture is found in a small one, which takes a fifth of the time.
 * @param passed what the search in the picture before it gave, where it is one of a film: the likeliest guesses are tried in each, of
 * the others so many as leave a page at its speed. Null for a picture alone.
 */
export function readZone(levels: Grey[], net: CharacterNet, passed: number | null): ZoneSearch {
  const end = net.columns + (passed === null ? MOST_COLUMNS : FILM_COLUMNS);
  const before = passed ?? 0;
  const skipped: Trial[] = [];
  let rank = -LIKELIEST;
  for (const trial of trialsIn(levels)) {
    rank++;
    if (rank > 0 && rank <= before) {
      skipped.push(trial);
      continue;
    }
    // One of them in each picture at least, so that the search comes to its end.
    if (net.columns > end && rank > before + 1) return { zone: null, passed: rank - 1 };
    const zone = zoneAt(levels, net, trial.guess, trial.count);
    if (zone) return { zone, passed: 0 };
  }
  if (rank > before) return { zone: null, passed: 0 };
  // This picture has no more guesses than were tried in those before it, which say nothing of it: a search of its own begins.
  for (const [i, { guess, count }] of skipped.entries()) {
    if (net.columns > end && i > 0) return { zone: null, passed: i };
    const zone = zoneAt(levels, net, guess, count);
    if (zone) return { zone, passed: 0 };
  }
  return { zone: null, passed: 0 };
}

/** What is tried: a guess of lines with a count of characters. */
interface Trial {
  guess: Guess;
  count: number;
}

function* trialsIn(levels: Grey[]): Generator<Trial> {
  for (const guess of guessesIn(levels)) for (const count of guess.counts) yield { guess, count };
}

/** The guesses of all searches, the likeliest of each first; none twice. */
function* guessesIn(levels: Grey[]): Generator<Guess> {
  const given: Guess[] = [];
  for (const { most, ...search } of SEARCHES) {
    let count = 0;
    for (const guess of lineGuesses(levels, search)) {
      if (count >= most) break;
      if (given.some((other) => isSame(guess, other))) continue;
      given.push(guess);
      count++;
      yield guess;
    }
  }
}

/** About fifty lines of a passport: a zone that is there is found within forty. */
const MOST_COLUMNS = 28_000;
/** In each picture of a film. Of 300 drawn takes as many are read as without it. */
const FILM_COLUMNS = 4000;
/** So many trials are made in each picture. */
const LIKELIEST = 2;
/** In a small picture, then in all sizes; how many guesses are tried in each. */
const SEARCHES = [{ largest: 350, most: 3 }, { most: 8 }];

/**
 * Reads a zone that was in the picture before: its lines are where they were, but for what a hand moves in between.
 * @returns null if they are not all there.
 */
export function followedZone(
  levels: Grey[],
  net: CharacterNet,
  { count, lines: before }: ZoneReading,
): ZoneReading | null {
  const lines: LineReading[] = [];
  for (const last of before) {
    const first = lines[0]?.path;
    const about = first ? moved(last.path, before[0]!.path, first) : last.path;
    const row = centredRow(levels, about, count, first ? 0.5 : 1);
    const line = followLine(levels, net, row, last);
    if (!line || line.score <= NEXT_LINE) return null;
    lines.push(centredLine(levels, net, line, count));
  }
  return wholeZone(levels, lines, count);
}

/**
 * Reads of a zone that was in the picture before the line of the number alone; the others are as they were before.
 * @returns null if that is not surely the same line: what stands there may be another one.
 */
export function followedNumber(levels: Grey[], net: CharacterNet, zone: ZoneReading): ZoneReading | null {
  const { count, lines: before } = zone;
  const last = before[count === 30 ? 0 : 1]!;
  const line = followLine(levels, net, centredRow(levels, last.path, count, 1), last, { isSure: true });
  if (!line) return null;
  const lines = before.map((other) =>
    other === last ? line : { ...other, path: moved(other.path, last.path, line.path) },
  );
  return wholeZone(levels, lines, count);
}

/** Whether the picture shows the zone of another document too. */
export function hasOtherZone(levels: Grey[], net: CharacterNet, { count, lines }: ZoneReading): boolean {
  const { path } = lines[0]!;
  const length = count * pitchOf(path);
  const tried: Guess[] = [];
  for (const guess of lineGuesses(levels, { pitch: pitchOf(path) })) {
    if (tried.length >= 3) return false;
    const [x, y] = [
      (guess.from[0] + guess.to[0]) / 2 - path.x[0],
      (guess.from[1] + guess.to[1]) / 2 - path.y[0],
    ];
    // Nearer than the height of a card are the lines of the same one.
    if (Math.hypot(x, y) < 0.4 * length || tried.some((other) => isSame(guess, other))) continue;
    tried.push(guess);
    if (zoneOf(levels, net, guess)) return true;
  }
  return false;
}

function zoneOf(levels: Grey[], net: CharacterNet, guess: Guess): ZoneReading | null {
  for (const count of guess.counts) {
    const zone = zoneAt(levels, net, guess, count);
    if (zone) return zone;
  }
  return null;
}

function isSame(a: Guess, b: Guess): boolean {
  const length = Math.hypot(b.to[0] - b.from[0], b.to[1] - b.from[1]);
  const near = (p: [number, number], q: [number, number]) =>
    Math.hypot(p[0] - q[0], p[1] - q[1]) < 0.03 * length;
  return near(a.from, b.from) && near(a.to, b.to);
}

function zoneAt(levels: Grey[], net: CharacterNet, { from, to }: Guess, count: number): ZoneReading | null {
  const straight = straightPath(from, to, count);
  if (pitchOf(straight) < SMALLEST) return null;
  const path = bentRow(levels, straight, count);
  // To look takes a twentieth of the time that it takes to read.
  if (!isSharpAlong(levels, path, count)) return null;
  const forward = readLine(levels, net, path, count);
  // Lines of a zone are better also upside down.
  if (!forward || forward.score < OTHER_TEXT) return null;
  const zone = forward.score > CLEAR ? zoneAround(levels, net, forward, count) : null;
  if (zone) return zone;
  const ways = [readLine(levels, net, reversed(path), count)];
  if (forward.score <= CLEAR) ways.push(forward);
  ways.sort((a, b) => (b?.score ?? FIRST_LINE) - (a?.score ?? FIRST_LINE));
  for (const line of ways) {
    const found = line && line.score > FIRST_LINE ? zoneAround(levels, net, line, count) : null;
    if (found) return found;
  }
  return null;
}

/** The zone that a line belongs to: its neighbours are found where lines of a zone are. */
function zoneAround(levels: Grey[], net: CharacterNet, line: LineReading, count: number): ZoneReading | null {
  const wanted = count === 30 ? 3 : 2;
  const lines = [line];
  for (const side of [-1, 1]) {
    for (let last = line; lines.length < wanted; ) {
      const next = neighbour(levels, net, last.path, { count, side });
      if (!next) break;
      if (side < 0) lines.unshift(next);
      else lines.push(next);
      last = next;
    }
  }
  if (lines.length !== wanted) return null;
  const centred = lines.map((each) => centredLine(levels, net, each, count));
  return wholeZone(levels, centred, count);
}

function wholeZone(levels: Grey[], lines: LineReading[], count: number): ZoneReading | null {
  const decoded = decodedFrom(lines, count);
  if (!isWhole(levels[0]!, lines, count) || !isZone(decoded, count)) return null;
  const trusted = trustedLines(lines, count);
  return { count, lines: trusted, decoded: trusted === lines ? decoded : decodedFrom(trusted, count) };
}

function decodedFrom(lines: LineReading[], count: number): DecodedZone {
  return decodeZone({ count, lines: lines.map(({ characters }) => characters), weight: 1 });
}

/** Whether it is a zone, rather than other text or a pattern: read clearly, or proved by check digits. */
function isZone({ lines, score, passed }: DecodedZone, count: number): boolean {
  if (!CODES[count]!.test(lines[0]!)) return false;
  return passed >= 2 ? score > -1.2 : score > -0.3 && passed > 0;
}

/** First letters of the document codes of each layout. */
const CODES: Record<number, RegExp> = { 30: /^[ACI]/, 36: /^[ACIV]/, 44: /^[PV]/ };

/**
 * Whether the lines end where they seem to end: with nothing written there, and inside the picture. A zone that is cut
 * off looks like a shorter one.
 */
function isWhole({ width, height }: Grey, lines: LineReading[], count: number): boolean {
  for (const side of [0, 1] as const) {
    const isOn = lines.reduce((sum, line) => sum + line.beyond[side], 0) / lines.length;
    if (isOn > 0.5) return false;
    for (const { path } of lines) {
      const [x, y] = pointOf(path, (count / 2 + 0.3) * (side === 0 ? -1 : 1));
      if (x < 0 || y < 0 || x > width || y > height) return false;
    }
  }
  return true;
}

/** Smaller characters than this can't be read. */
const SMALLEST = 4.5;
const FIRST_LINE = -0.9;
const OTHER_TEXT = -0.95;
/** No text reads so well upside down. */
const CLEAR = -0.05;
const NEXT_LINE = -1;

function neighbour(
  levels: Grey[],
  net: CharacterNet,
  path: LinePath,
  { count, side }: { count: number; side: number },
): LineReading | null {
  const row = centredRow(levels, displaced(path, 2.35 * side), count, 0.75);
  const line = readLine(levels, net, row, count);
  return line && line.score > NEXT_LINE ? line : null;
}
