import { FIELD_HEIGHT, FIELD_SCALE, FIELD_WIDTH, readCuts } from '../../../src/document/build/glyphFields.ts';
import { Random } from '../../../src/document/build/Random.ts';
import { ALPHABET } from '../../../src/document/read/strip.ts';
import type { Picture } from '../../../src/vision/picture.ts';

/** A page before a camera. Angles in degrees, lengths in millimetres. */
export interface Pose {
  /** Turned in the picture, clockwise; swung about the upright axis; tipped about the level axis. */
  roll?: number;
  yaw?: number;
  tip?: number;
  /** Share of the picture's width that the page takes when it is not turned. */
  fill?: number;
  /** Place of the page's middle, as a share of the picture from its middle. */
  x?: number;
  y?: number;
  /** How far the page's middle stands out of its plane: it is bent about the upright axis. */
  bend?: number;
}

export interface DrawnPage extends Pose {
  lines: string[];
  width?: number;
  height?: number;
  /** Deviation of the blur in pixels. */
  blur?: number;
  noise?: number;
  light?: number;
  /** Luma of the ink relative to the paper. */
  ink?: number;
  glare?: { x: number; y: number; radius: number; strength: number };
  seed?: number;
  cut?: 'ocrB' | 'ocrBSharp' | 'ocrA';
}

const cuts = readCuts();

/** Draws a page with a zone: a passport's for two lines, a card's for three; other text and a portrait's place above. */
export function drawPage(page: DrawnPage): Picture {
  const { width = 960, height = 540, light = 0.85, ink = 0.2, noise = 0.015, seed = 1 } = page;
  const random = new Random(seed);
  const sheet = sheetOf(page.lines, random);
  const toSheet = cameraOf(page, sheet, width, height);
  const cut = cuts[page.cut ?? 'ocrB'];
  const lumas = new Float32Array(width * height);
  const place = new Float64Array(3);
  for (let y = 0, at = 0; y < height; y++) {
    for (let x = 0; x < width; x++, at++) {
      toSheet(x, y, place);
      lumas[at] = lumaAt(sheet, cut, place, ink) * light;
      if (page.glare) {
        const distance =
          ((x / width - page.glare.x) ** 2 + (y / height - page.glare.y) ** 2) / page.glare.radius ** 2;
        lumas[at]! += page.glare.strength * Math.exp(-distance);
      }
    }
  }
  if (page.blur) blur(lumas, width, height, page.blur);
  const data = new Uint8Array(3 * width * height);
  for (let i = 0; i < lumas.length; i++) {
    const grain = noise * (random.next(-1.2, 1.2) + random.next(-1.2, 1.2));
    const value = Math.max(0, Math.min(255, (lumas[i]! + grain) * 255));
    data[3 * i] = data[3 * i + 1] = value;
    data[3 * i + 2] = value * 0.96;
  }
  return { width, height, data, channels: 3 };
}

interface Sheet {
  width: number;
  height: number;
  /** Lines of text: place of the first character's middle, millimetres from character to character. */
  texts: { text: string; x: number; y: number; pitch: number }[];
  waves: { along: number; across: number; phase: number }[];
}

/** Sizes and places of ICAO 9303 parts 4 and 5. */
function sheetOf(lines: string[], random: Random): Sheet {
  const [width, height] = lines.length === 3 ? [85.6, 54] : lines[0]!.length === 36 ? [105, 74] : [125, 88];
  const left = lines.length === 3 ? 5.5 : 7;
  const bottom = lines.length === 3 ? 6 : 9.4;
  const texts = lines.map((text, i) => ({
    text,
    x: left,
    y: height - bottom - 6.35 * (lines.length - 1 - i),
    pitch: 2.54,
  }));
  for (let y = 8; y < texts[0]!.y - 8; y += random.next(4.5, 7)) {
    const length = 6 + random.below(16);
    const text = Array.from({ length }, () => ALPHABET[random.below(36)]).join('');
    texts.push({ text, x: width * 0.36, y, pitch: random.next(1.3, 2) });
  }
  const waves = [1, 2, 3].map(() => ({
    along: random.next(-1.2, 1.2),
    across: random.next(-1.2, 1.2),
    phase: random.next(0, 6),
  }));
  return { width, height, texts, waves };
}

/** From a pixel to millimetres on the sheet, and the size of a pixel there. Without an array for each pixel, which takes longer. */
function cameraOf(
  { roll = 0, yaw = 0, tip = 0, fill = 0.85, x = 0, y = 0, bend = 0 }: Pose,
  sheet: Sheet,
  width: number,
  height: number,
) {
  const [a, b, c] = [roll, yaw, tip].map((degrees) => (degrees * Math.PI) / 180) as [number, number, number];
  const distance = 2.2 * sheet.width;
  const focal = (fill * width * distance) / sheet.width;
  // The sheet's axes as seen by the camera.
  const right = [Math.cos(a) * Math.cos(b), Math.sin(a) * Math.cos(b), Math.sin(b)];
  const down = [
    -Math.sin(a) * Math.cos(c) + Math.cos(a) * Math.sin(b) * Math.sin(c),
    Math.cos(a) * Math.cos(c) + Math.sin(a) * Math.sin(b) * Math.sin(c),
    -Math.cos(b) * Math.sin(c),
  ];
  const [r0, r1, r2] = right as [number, number, number];
  const [d0, d1, d2] = down as [number, number, number];
  return (px: number, py: number, to: Float64Array): void => {
    // The ray of the pixel meets the plane through (0, 0, distance): Cramer's rule.
    const rayX = -((px - width * (0.5 + x)) / focal);
    const rayY = -((py - height * (0.5 + y)) / focal);
    const whole = r0 * (d1 * -1 - rayY * d2) - d0 * (r1 * -1 - rayY * r2) + rayX * (r1 * d2 - d1 * r2);
    const u = (-d0 * (rayY * distance) + rayX * (d1 * distance)) / whole;
    const v = (r0 * (rayY * distance) - rayX * (r1 * distance)) / whole;
    const depth = (r0 * (d1 * -distance) - d0 * (r1 * -distance)) / whole;
    const bow = bend * Math.cos((u / sheet.width) * Math.PI);
    to[0] = u + sheet.width / 2;
    to[1] = v + sheet.height / 2 - bow;
    to[2] = depth / focal;
  };
}

function lumaAt(sheet: Sheet, cut: Float32Array[], place: Float64Array, ink: number): number {
  const u = place[0]!;
  const v = place[1]!;
  const pixel = place[2]!;
  if (u < 0 || v < 0 || u > sheet.width || v > sheet.height)
    return 0.35 + 0.1 * Math.sin(u * 0.7) * Math.sin(v * 0.4);
  let paper = 0.94;
  for (const { along, across, phase } of sheet.waves)
    paper -= 0.05 * Math.max(0, Math.sin(6.28 * (along * u + across * v) + phase + Math.sin(u / 9)));
  // The portrait: a dark oval.
  const fx = (u - sheet.width * 0.17) / (sheet.width * 0.11);
  const fy = (v - sheet.height * 0.33) / (sheet.height * 0.2);
  if (fx * fx + fy * fy < 1) paper *= 0.55 + 0.1 * Math.sin(4 * fx) * Math.cos(3 * fy);
  for (const { text, x, y, pitch } of sheet.texts) {
    const row = (v - y) / pitch;
    if (row < -0.8 || row > 0.8) continue;
    const along = (u - x) / pitch;
    const nearest = Math.round(along);
    const character = ALPHABET.indexOf(text[nearest] ?? ' ');
    if (character < 0) continue;
    const column = Math.round((along - nearest) * FIELD_SCALE + (FIELD_WIDTH - 1) / 2);
    const line = Math.round(row * FIELD_SCALE + (FIELD_HEIGHT - 1) / 2);
    if (line < 0 || line >= FIELD_HEIGHT || column < 0 || column >= FIELD_WIDTH) continue;
    const distance = cut[character]![line * FIELD_WIDTH + column]! * pitch;
    const coverage = Math.max(0, Math.min(1, 0.5 - distance / pixel));
    paper *= 1 - coverage * (1 - ink);
  }
  return paper;
}

function blur(lumas: Float32Array, width: number, height: number, deviation: number): void {
  // Three boxes are nearly a Gaussian.
  const reach = Math.max(0, Math.round((Math.sqrt(4 * deviation ** 2 + 1) - 1) / 2));
  for (let pass = 0; pass < 3 && reach > 0; pass++) {
    box(lumas, { count: height, start: width, length: width, step: 1 }, reach);
    box(lumas, { count: width, start: 1, length: height, step: width }, reach);
  }
}

function box(
  lumas: Float32Array,
  { count, start, length, step }: { count: number; start: number; length: number; step: number },
  reach: number,
): void {
  const line = new Float32Array(length);
  const at = (i: number) => line[Math.max(0, Math.min(length - 1, i))]!;
  for (let n = 0; n < count; n++) {
    for (let i = 0; i < length; i++) line[i] = lumas[n * start + i * step]!;
    let sum = 0;
    for (let i = -reach; i <= reach; i++) sum += at(i);
    for (let i = 0; i < length; i++) {
      lumas[n * start + i * step] = sum / (2 * reach + 1);
      sum += at(i + reach + 1) - at(i - reach);
    }
  }
}
