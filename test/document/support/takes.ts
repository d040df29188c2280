import { Random } from '../../../src/document/build/Random.ts';
import type { DocumentReader, DocumentReading } from '../../../src/document/index.ts';
import type { Picture } from '../../../src/vision/picture.ts';
import { type DrawnPage, drawPage } from './drawnPage.ts';
import { card, type Holder, passport } from './zoneStrings.ts';

/** What came of a document held before the drawn camera. */
export interface TakeResult {
  /** The frame at which it was taken, or null. */
  readAt: number | null;
  /** Parts that were called read and are wrong. */
  wrong: { isProtected: boolean; isName: boolean };
  /** Milliseconds of each frame. */
  frameMs: number[];
}

/** Frames of a camera a second: a page reads about as many. */
const FRAMES_A_SECOND = 8;

/** Holds a document of an invented person before a drawn camera by hand until it is read, for two seconds at the most. */
export function runTake(reader: DocumentReader, seed: number, today: string): TakeResult {
  const random = new Random(seed);
  const lines = anyLines(random);
  const start = anyPose(random, lines);
  reader.reset();
  const frameMs: number[] = [];
  for (let frame = 0; frame < 2 * FRAMES_A_SECOND; frame++) {
    const picture = frameOf(start, random, seed * 100 + frame);
    const before = performance.now();
    const { reading } = reader.next(picture, today, { isFilm: true });
    frameMs.push(performance.now() - before);
    if (reading) return { readAt: frame, wrong: wrongIn(reading, lines), frameMs };
  }
  return { readAt: null, wrong: { isProtected: false, isName: false }, frameMs };
}

/** A hand moves the page a little from frame to frame, and sometimes too fast. */
function frameOf(start: DrawnPage, random: Random, seed: number): Picture {
  const shaken = (value = 0, by: number) => value + by * random.normal();
  return drawPage({
    ...start,
    seed,
    roll: shaken(start.roll, 1),
    yaw: shaken(start.yaw, 1),
    tip: shaken(start.tip, 1),
    x: shaken(start.x, 0.006),
    y: shaken(start.y, 0.006),
    blur: random.chance(0.3) ? random.next(1.5, 4) : start.blur!,
  });
}

function anyPose(random: Random, lines: string[]): DrawnPage {
  return {
    lines,
    roll: random.next(-25, 25),
    yaw: random.next(-25, 25),
    tip: random.next(-25, 25),
    fill: random.next(0.5, 0.62),
    bend: lines.length === 2 ? random.next(0, 2) : 0,
    blur: random.next(0, 1.4),
    noise: random.next(0.005, 0.04),
    light: random.next(0.5, 0.95),
    ink: random.next(0.12, 0.45),
    cut: random.chance(0.5) ? 'ocrB' : 'ocrBSharp',
    ...(random.chance(0.3) && {
      glare: {
        x: random.next(0.2, 0.8),
        y: random.next(0.2, 0.8),
        radius: 0.1,
        strength: random.next(0.1, 0.4),
      },
    }),
  };
}

const STATES = ['UTO', 'NOR', 'POL', 'FRA', 'D', 'ESP', 'SVN', 'GBR', 'OMN', 'BDI'];

function anyLines(random: Random): string[] {
  const pick = <T>(items: readonly T[]) => items[random.below(items.length)]!;
  const letters = (length: number) =>
    Array.from({ length }, () => String.fromCharCode(65 + random.below(26))).join('');
  const digits = (length: number) => Array.from({ length }, () => random.below(10)).join('');
  const date = (from: number, to: number) =>
    [from + random.below(to - from), 1 + random.below(12), 1 + random.below(28)]
      .map((n) => String(n).padStart(2, '0'))
      .join('');
  const isCard = random.chance(0.5);
  const holder: Holder = {
    state: pick(STATES),
    nationality: pick(STATES),
    number: random.chance(0.5) ? letters(2) + digits(7) : digits(9),
    names: `${letters(3 + random.below(7))}<<${letters(3 + random.below(6))}`,
    birth: date(50, 99),
    sex: pick(['M', 'F']),
    expiry: date(27, 36),
  };
  return isCard ? card(holder) : passport(holder);
}

function wrongIn({ lines: read }: DocumentReading, lines: string[]): TakeResult['wrong'] {
  const isCard = lines.length === 3;
  const names = isCard ? 2 : 0;
  // Numbers and dates; the composite digit with them.
  const protectedLines = isCard ? [0, 1] : [1];
  return {
    isProtected: protectedLines.some((i) => read[i] !== lines[i]),
    isName: read[names] !== lines[names],
  };
}
