import {
  ALPHABET,
  CLASSES,
  FIRST_CENTRE,
  NOTHING,
  normaliseStrip,
  PITCH,
  STRIDE,
  STRIP_HEIGHT,
} from '../read/strip.ts';
import { type Cut, FIELD_HEIGHT, FIELD_SCALE, FIELD_WIDTH } from './glyphFields.ts';
import type { Random } from './Random.ts';

/** How a piece of a line is drawn and found. Lengths are in pitches unless said otherwise, angles in radians. */
export interface Drawing {
  cut: Cut;
  /** Classes of the characters; `NOTHING` is an empty cell. */
  text: number[];
  /** Pixels of a character in the camera's frame. */
  pitch: number;
  /** The angle of the line in the frame. */
  angle: number;
  /** What is added to the outline on each side. */
  weight: number;
  /** Deviation of the lens's blur, and length and direction of the motion. */
  blur: number;
  motion: number;
  alongLine: boolean;
  paper: Paper;
  /** What the finder did wrong: place, angle, scale, shear, and change of scale along the strip. */
  found: {
    x: number;
    y: number;
    angle: number;
    scaleX: number;
    scaleY: number;
    shear: number;
    taper: number;
  };
}

/** Lumas from 0 to 1. */
export interface Paper {
  light: number;
  ink: number;
  /** Change of light over ten pitches, along and across. */
  slope: [number, number];
  /** Waves of the security print: strength, two frequencies a pitch, phase. */
  waves: { strength: number; along: number; across: number; phase: number; bend: number }[];
  noise: number;
  /** A reflection: place, size, strength. */
  glare: { x: number; y: number; radius: number; strength: number } | null;
  /** A shadow's edge: place and the light beyond it. */
  shadow: { at: number; light: number } | null;
}

/** A strip as the network gets it, and the class at each output: -1 where none is asked for. */
export interface Example {
  strip: Float32Array;
  labels: Int8Array;
}

/** Draws a piece of a line, blurs it as a camera would, cuts it out as the finder would. */
export function renderStrip(drawing: Drawing, width: number, random: Random): Example {
  const { text, found, pitch, angle } = drawing;
  const cells = width / PITCH;
  const frame = drawFrame(drawing, cells, random);
  const strip = new Float32Array(width * STRIP_HEIGHT);
  const [cos, sin] = [Math.cos(found.angle), Math.sin(found.angle)];
  const [turnCos, turnSin] = [Math.cos(angle) * pitch, Math.sin(angle) * pitch];
  const middle = [(width - 1) / 2, (STRIP_HEIGHT - 1) / 2] as const;
  for (let row = 0, at = 0; row < STRIP_HEIGHT; row++) {
    for (let column = 0; column < width; column++, at++) {
      const u = (column - middle[0]) / PITCH;
      const v = ((row - middle[1]) / PITCH) * found.scaleY * (1 + found.taper * u);
      const x = u * found.scaleX * cos - v * sin + found.shear * v + found.x;
      const y = u * found.scaleX * sin + v * cos + found.y;
      strip[at] = frame.sample(x * turnCos - y * turnSin, x * turnSin + y * turnCos);
    }
  }
  const labels = labelsOf(text, found, width);
  normaliseStrip(strip, width);
  return { strip, labels };
}

function labelsOf(text: number[], found: Drawing['found'], width: number): Int8Array {
  const labels = new Int8Array((width - STRIP_HEIGHT) / STRIDE + 1);
  if (Math.abs(found.y) > 0.6) return labels.fill(NOTHING);
  for (let j = 0; j < labels.length; j++) {
    const u = (STRIDE * j + FIRST_CENTRE - (width - 1) / 2) / PITCH;
    const x = u * found.scaleX * Math.cos(found.angle) + found.x + (text.length - 1) / 2;
    const nearest = Math.round(x);
    const off = Math.abs(x - nearest);
    const character = text[nearest] ?? NOTHING;
    const beside = text[x > nearest ? nearest + 1 : nearest - 1] ?? NOTHING;
    if (character === NOTHING && (off < 0.4 || beside === NOTHING)) labels[j] = NOTHING;
    else if (off <= 0.27) labels[j] = character;
    else labels[j] = off >= 0.41 ? NOTHING : -1;
  }
  return labels;
}

/** Draws the line in the camera's frame, whose middle is the middle of the text. */
function drawFrame(drawing: Drawing, cells: number, random: Random) {
  const { pitch, angle, paper } = drawing;
  const reach = cells / 2 + 1.2;
  const rise = Math.abs(Math.sin(angle)) * reach + 1.4;
  const [width, height] = [Math.ceil(2 * reach * pitch), Math.ceil(2 * rise * pitch)];
  const ink = new Float32Array(width * height);
  const [cos, sin] = [Math.cos(angle) / pitch, Math.sin(angle) / pitch];
  for (let row = 0, at = 0; row < height; row++) {
    for (let column = 0; column < width; column++, at++) {
      const [x, y] = [column - (width - 1) / 2, row - (height - 1) / 2];
      ink[at] = inkAt(drawing, x * cos + y * sin, y * cos - x * sin);
    }
  }
  blurred(ink, width, height, drawing.blur * pitch);
  if (drawing.motion > 0) moved(ink, width, height, drawing);
  for (let row = 0, at = 0; row < height; row++) {
    for (let column = 0; column < width; column++, at++) {
      const [x, y] = [(column - width / 2) / pitch, (row - height / 2) / pitch];
      // Beyond this nothing is ever cut out.
      if (Math.abs(y * Math.cos(angle) - x * Math.sin(angle)) > 1.3) continue;
      const grain = paper.noise * (random.next(-1.2, 1.2) + random.next(-1.2, 1.2));
      const value = lightAt(paper, x, y) * (1 - ink[at]! * (1 - paper.ink)) + grain;
      ink[at] = Math.max(0, Math.min(255, Math.round((value + reflection(paper, x, y)) * 255)));
    }
  }
  return {
    sample: (x: number, y: number) => bilinear(ink, width, height, x + (width - 1) / 2, y + (height - 1) / 2),
  };
}

/** How much of a pixel is ink, 0 to 1. */
function inkAt({ cut, text, weight, pitch }: Drawing, x: number, y: number): number {
  const place = x + (text.length - 1) / 2;
  const nearest = Math.round(place);
  const character = text[nearest] ?? NOTHING;
  if (character === NOTHING) return 0;
  const column = (place - nearest) * FIELD_SCALE + (FIELD_WIDTH - 1) / 2;
  const row = y * FIELD_SCALE + (FIELD_HEIGHT - 1) / 2;
  if (row < 0 || row > FIELD_HEIGHT - 1) return 0;
  const distance = bilinear(cut[character]!, FIELD_WIDTH, FIELD_HEIGHT, column, row) - weight;
  return Math.max(0, Math.min(1, 0.5 - distance * pitch));
}

function lightAt({ light, slope, waves, shadow }: Paper, x: number, y: number): number {
  let value = light + (slope[0] * x + slope[1] * y) / 10;
  for (const { strength, along, across, phase, bend } of waves) {
    const wave = Math.sin(6.28 * (along * x + across * y) + phase + bend * x * y);
    if (wave > 0) value -= strength * wave * wave;
  }
  return shadow && x > shadow.at ? value * shadow.light : value;
}

function reflection({ glare }: Paper, x: number, y: number): number {
  if (!glare) return 0;
  const distance = ((x - glare.x) ** 2 + (y - glare.y) ** 2) / glare.radius ** 2;
  return glare.strength * Math.exp(-distance);
}

function bilinear(from: Float32Array, width: number, height: number, x: number, y: number): number {
  const left = Math.max(0, Math.min(width - 2, Math.floor(x)));
  const top = Math.max(0, Math.min(height - 2, Math.floor(y)));
  const tx = Math.max(0, Math.min(1, x - left));
  const ty = Math.max(0, Math.min(1, y - top));
  const at = top * width + left;
  const upper = from[at]! + (from[at + 1]! - from[at]!) * tx;
  const lower = from[at + width]! + (from[at + width + 1]! - from[at + width]!) * tx;
  return upper + (lower - upper) * ty;
}

/** A Gaussian blur of this deviation in pixels. */
function blurred(picture: Float32Array, width: number, height: number, deviation: number): void {
  if (deviation < 0.15) return;
  const reach = Math.ceil(2.6 * deviation);
  const kernel = Float32Array.from({ length: 2 * reach + 1 }, (_, i) =>
    Math.exp(-((i - reach) ** 2) / (2 * deviation ** 2)),
  );
  const sum = kernel.reduce((total, value) => total + value, 0);
  for (let i = 0; i < kernel.length; i++) kernel[i]! /= sum;
  filtered(picture, { count: height, start: width, length: width, step: 1 }, kernel);
  filtered(picture, { count: width, start: 1, length: height, step: width }, kernel);
}

function moved(
  picture: Float32Array,
  width: number,
  height: number,
  { motion, pitch, alongLine }: Drawing,
): void {
  const length = Math.max(1, Math.round(motion * pitch)) | 1;
  const kernel = new Float32Array(length).fill(1 / length);
  if (alongLine) filtered(picture, { count: height, start: width, length: width, step: 1 }, kernel);
  else filtered(picture, { count: width, start: 1, length: height, step: width }, kernel);
}

/** Filters each of `count` lines of pixels. */
function filtered(
  picture: Float32Array,
  { count, start, length, step }: { count: number; start: number; length: number; step: number },
  kernel: Float32Array,
): void {
  const reach = kernel.length >> 1;
  const line = new Float32Array(length + 2 * reach);
  for (let n = 0; n < count; n++) {
    const from = n * start;
    for (let i = 0; i < line.length; i++) {
      line[i] = picture[from + Math.max(0, Math.min(length - 1, i - reach)) * step]!;
    }
    for (let i = 0; i < length; i++) {
      let sum = 0;
      for (let k = 0; k < kernel.length; k++) sum += kernel[k]! * line[i + k]!;
      picture[from + i * step] = sum;
    }
  }
}

/** A drawing as the training wants it: anything that a camera, a hand, a printer and the finder may do. */
export function anyDrawing(cuts: { ocrB: Cut; ocrBSharp: Cut; ocrA: Cut }, random: Random): Drawing {
  const dice = random.next();
  const isHard = random.chance(0.5);
  return {
    cut: dice < 0.62 ? cuts.ocrB : dice < 0.93 ? cuts.ocrBSharp : cuts.ocrA,
    text: anyText(random),
    pitch: 5 * (22 / 5) ** random.next(),
    angle: random.chance(0.7) ? random.next(-0.1, 0.1) : random.next(-0.5, 0.5),
    weight: random.next(-0.028, 0.045),
    blur: isHard ? random.next(0, 0.24) : random.next(0, 0.1),
    motion: random.chance(0.25) ? random.next(0.05, 0.4) : 0,
    alongLine: random.chance(0.5),
    paper: anyPaper(random),
    found: {
      x: random.next(-0.5, 0.5),
      // Now and then the finder is on the wrong row, where nothing may be read.
      y: random.chance(0.04)
        ? random.next(0.75, 1.2) * (random.chance(0.5) ? 1 : -1)
        : cut(0.09 * random.normal()),
      angle: 0.022 * random.normal(),
      scaleX: 1 + 0.025 * random.normal(),
      scaleY: 1 + 0.07 * random.normal(),
      shear: 0.06 * random.normal(),
      taper: 0.008 * random.normal(),
    },
  };
}

function cut(value: number): number {
  return Math.max(-0.22, Math.min(0.22, value));
}

function anyText(random: Random): number[] {
  const length = 9;
  const style = random.next();
  const letter = () => 10 + random.below(26);
  const digit = () => random.below(10);
  const filler = CLASSES - 2;
  const text = Array.from({ length }, () => {
    if (style < 0.45) return random.below(ALPHABET.length);
    if (style < 0.6) return random.chance(0.12) ? filler : letter();
    if (style < 0.72) return random.chance(0.1) ? letter() : digit();
    if (style < 0.8) return random.chance(0.15) ? random.below(ALPHABET.length) : filler;
    // Pairs that are easily confused stand where no neighbour tells them apart.
    return ALPHABET.indexOf('0O1I8B5S2Z6GDQ0O<KCGUVEF'[random.below(24)]!);
  });
  if (random.chance(0.2)) {
    const end = random.below(length);
    if (random.chance(0.5)) text.fill(NOTHING, 0, end);
    else text.fill(NOTHING, end);
  }
  return text;
}

function anyPaper(random: Random): Paper {
  const light = random.next(0.45, 0.97);
  const wave = () => ({
    strength: random.next(0.02, 0.16) * light,
    along: random.next(-2.5, 2.5),
    across: random.next(-2.5, 2.5),
    phase: random.next(0, 6.28),
    bend: random.next(-3, 3),
  });
  return {
    light,
    ink: random.next(0.08, 0.62),
    slope: [random.next(-0.4, 0.4), random.next(-0.4, 0.4)],
    waves: Array.from({ length: random.below(4) }, wave),
    noise: random.chance(0.7) ? random.next(0, 0.03) : random.next(0, 0.07),
    glare: random.chance(0.06)
      ? {
          x: random.next(-3, 3),
          y: random.next(-1, 1),
          radius: random.next(0.5, 3),
          strength: random.next(0.1, 0.5),
        }
      : null,
    shadow: random.chance(0.08) ? { at: random.next(-3, 3), light: random.next(0.4, 0.9) } : null,
  };
}
