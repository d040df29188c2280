import type { Grey } from './grey.ts';
import { type Bar, barsOf, turnBetween } from './inkBars.ts';

/** Two bars that may be neighbouring lines of a zone, in pixels of the picture. */
export interface Guess {
  /** The ends of the lines' common length on the longer bar. */
  from: [number, number];
  to: [number, number];
  /** Numbers of characters of a line, the likeliest first. */
  counts: number[];
  /** From the one line to the other. */
  spacing: number;
  /** How much it looks like a zone. */
  likeness: number;
}

export interface Search {
  /** How many times as long as they are apart, at least: less where a part of the lines is out of sight. */
  shortest?: number;
  /** The longer side of the picture above which it is not looked at, in pixels: the larger, the smaller the zones that are found. */
  largest?: number;
  /** Only zones of about such characters: from one to the next, in pixels of the picture. */
  pitch?: number;
}

/** Pairs of parallel bars as long and as far apart as the lines of a zone, the likeliest first. */
export function lineGuesses(
  levels: Grey[],
  { shortest = WHOLE, largest = LARGEST, pitch }: Search = {},
): Guess[] {
  const guesses: Guess[] = [];
  levels.forEach((level, depth) => {
    for (const size of ['own', 'reduced'] as const) {
      const shrink = size === 'own' ? 1 : REDUCED;
      const scale = shrink * 2 ** depth;
      if (Math.max(level.width, level.height) > largest * shrink) continue;
      if (pitch && (pitch < (SMALLEST * scale) / ALIKE || pitch > LARGEST_PITCH * scale * ALIKE)) continue;
      addGuesses(guesses, barsOf(level, size), { scale, shortest });
    }
  });
  return guesses.sort((a, b) => b.likeness - a.likeness);
}

function addGuesses(
  guesses: Guess[],
  all: Bar[],
  { scale, shortest }: { scale: number; shortest: number },
): void {
  const bars = all.filter(({ length }) => length > 40);
  for (const [i, bar] of bars.entries()) {
    const partners = bars.filter((other, j) => j !== i && other.length <= bar.length);
    const found = partners.map((other) => guessOf(bar, other, shortest)).filter((guess) => guess !== null);
    found.sort((a, b) => b.likeness - a.likeness);
    for (const guess of found.slice(0, 2)) guesses.push(enlarged(guess, scale));
  }
}

/** Above this size only characters that are too small to be read are as near as bars need it. */
const LARGEST = 714;
/** How many pixels of a level one of its reduced picture is. */
const REDUCED = 1.4;
/** From one character to the next where a line is a bar, in pixels. */
const [SMALLEST, LARGEST_PITCH] = [3, 7];
/** All zones are printed in one pitch: how much nearer one of two pages on a table may be. */
const ALIKE = 1.3;
/** The lines of a card, seen aslant. */
const WHOLE = 8.5;
/** From line to line, in pitches. */
const SPACING = 2.35;

function guessOf(bar: Bar, other: Bar, shortest: number): Guess | null {
  if (turnBetween(bar.angle, other.angle) > 0.1) return null;
  const [cos, sin] = [Math.cos(bar.angle), Math.sin(bar.angle)];
  const [dx, dy] = [other.x - bar.x, other.y - bar.y];
  const across = Math.abs(dy * cos - dx * sin);
  const along = dx * cos + dy * sin;
  // The shorter one begins and ends beside the longer one, give or take some characters.
  const turn = Math.cos(other.angle) * cos + Math.sin(other.angle) * sin < 0 ? -1 : 1;
  const reach = (other.length / 2) * Math.cos(turn === 1 ? other.angle - bar.angle : 0);
  const overlap = Math.min(bar.length / 2, along + reach) - Math.max(-bar.length / 2, along - reach);
  if (overlap < 0.55 * bar.length) return null;
  const [start, end] = [Math.min(-bar.length / 2, along - reach), Math.max(bar.length / 2, along + reach)];
  const length = end - start;
  const ratio = length / across;
  if (ratio < shortest || ratio > 26 || bar.thickness > 0.8 * across || other.thickness > across) return null;
  const fits = [44, 36, 30].map((count) => ({
    count,
    fit: Math.abs(Math.log(across / (length / (count - 0.35)) / SPACING)),
  }));
  fits.sort((a, b) => a.fit - b.fit);
  // A row of characters is half as high as the rows are apart; the edge of a card is not.
  const heights = [bar.thickness, other.thickness].map((height) =>
    Math.abs(Math.log(height / (0.47 * across))),
  );
  const wrongHeight = Math.min(2, heights[0]! + heights[1]!);
  const point = (at: number): [number, number] => [bar.x + at * cos, bar.y + at * sin];
  return {
    from: point(start),
    to: point(end),
    counts: fits.filter(({ fit }) => fit < 0.4).map(({ count }) => count),
    spacing: across,
    likeness: Math.log(length) + overlap / length - Math.min(0.5, fits[0]!.fit) - 0.5 * wrongHeight,
  };
}

function enlarged({ from, to, spacing, ...rest }: Guess, scale: number): Guess {
  const point = ([x, y]: [number, number]): [number, number] => [
    (x + 0.5) * scale - 0.5,
    (y + 0.5) * scale - 0.5,
  ];
  // On every level the lines are as many characters long: the larger zone is no better.
  return { from: point(from), to: point(to), spacing: spacing * scale, ...rest };
}
