import { TestFace } from '../testface/TestFace.ts';
import type { Picture } from '../vision/picture.ts';
import { licenceText } from './licenceText.ts';
import { pdf417 } from './pdf417.ts';
import { type Ink, Sheet } from './Sheet.ts';
import { latinLetters, type TestHolder, testHolder } from './testHolder.ts';
import { zoneLines } from './zoneLines.ts';

export type TestDocumentType = 'passport' | 'id_card' | 'driving_licence';

export interface TestDocument {
  type: TestDocumentType;
  /** A passport has only a front. */
  side?: 'front' | 'back';
  holder?: Partial<TestHolder>;
}

/** A drawn page, RGBA, with its width in millimetres. */
export type DrawnDocument = Picture & { data: Uint8ClampedArray<ArrayBuffer>; millimetres: number };

/**
 * Draws a document of the state Utopia (UTO), marked SPECIMEN, that nobody can take for a real one: a passport, the sides
 * of a card with a zone on its back, the sides of a licence with a barcode on its back. The portrait is a drawn face.
 * Equal documents have equal bytes. The first one takes a second, since the face is modelled for it.
 */
export function drawDocument({ type, side = 'front', holder: given }: TestDocument): DrawnDocument {
  const holder = testHolder(given);
  const [width, height] = SIZES[type];
  const sheet = new Sheet({ width, height, scale: SCALE });
  const tint = TINTS[type];
  sheet.fill((x, y) => {
    const wave = Math.sin(1.9 * y + 2.2 * Math.sin(x / 7)) + Math.sin(1.3 * x - 1.7 * Math.sin(y / 5));
    const shade = wave > 1 ? 9 * (wave - 1) : 0;
    return [tint[0] - shade, tint[1] - shade, tint[2] - 0.6 * shade];
  });
  if (type === 'passport') drawPassport(sheet, holder);
  else if (side === 'front') drawFront(sheet, type, holder);
  else if (type === 'id_card') drawZone(sheet, zoneLines('id_card', holder), { left: 4.7, foot: 48 });
  else drawBarcode(sheet, holder);
  const marked = side === 'back' && type === 'driving_licence' ? { x: 12, y: 50 } : null;
  mark(sheet, marked ?? { x: width * 0.36, y: height * 0.6 }, marked ? 0 : -0.35);
  return { ...sheet.picture, millimetres: width };
}

/** Pixels of a millimetre: a camera that sees the whole page sees it smaller. */
const SCALE = 12;
const SIZES = { passport: [125, 88], id_card: [85.6, 54], driving_licence: [85.6, 54] } as const;
const TINTS: Record<TestDocumentType, Ink> = {
  passport: [238, 232, 222],
  id_card: [222, 234, 238],
  driving_licence: [242, 226, 232],
};
const BLACK: Ink = [28, 26, 30];
const GREY: Ink = [120, 116, 124];
const RED: Ink = [196, 40, 60];

function drawPassport(sheet: Sheet, holder: TestHolder): void {
  sheet.text('PASSPORT', { x: 6, y: 9, pitch: 2.6, ink: RED });
  sheet.text('UTOPIA', { x: 46, y: 9, pitch: 2.6, ink: BLACK });
  sheet.image(portraitOf(holder.person), [6, 14, 38, 56]);
  drawFields(sheet, holder, { x: 46, y: 17, step: 9 });
  drawZone(sheet, zoneLines('passport', holder), { left: 6.6, foot: 80.2 });
}

function drawFront(sheet: Sheet, type: TestDocumentType, holder: TestHolder): void {
  const title = type === 'id_card' ? 'IDENTITY CARD' : 'DRIVING LICENCE';
  sheet.text(title, { x: 4, y: 6, pitch: 2, ink: RED });
  sheet.text('UTOPIA', { x: 66, y: 6, pitch: 2, ink: BLACK });
  sheet.image(portraitOf(holder.person), [4, 9, 28, 41]);
  drawFields(sheet, holder, { x: 33, y: 13, step: 6.7 });
}

/** The printed text: what it is, small, and below it what it says. */
function drawFields(
  sheet: Sheet,
  holder: TestHolder,
  { x, y, step }: { x: number; y: number; step: number },
): void {
  const fields = [
    ['SURNAME', latinLetters(holder.familyName)],
    ['GIVEN NAMES', latinLetters(holder.givenNames)],
    ['DATE OF BIRTH', longDate(holder.dateOfBirth)],
    ['SEX', holder.sex],
    ['DOCUMENT NO', holder.number],
    ['DATE OF EXPIRY', longDate(holder.expiresOn)],
  ] as const;
  fields.forEach(([name, value], i) => {
    sheet.text(name, { x, y: y + i * step, pitch: step * 0.16, ink: GREY });
    const pitch = Math.min(step * 0.27, ((x > 40 ? 74 : 50) / Math.max(1, value.length)) * 0.98);
    sheet.text(value, { x, y: y + (i + 0.48) * step, pitch, ink: BLACK });
  });
}

function longDate(date: string): string {
  const [year, month, day] = date.split('-');
  return `${day} ${MONTHS[Number(month) - 1]} ${year}`;
}

const MONTHS = ['JAN', 'FEB', 'MAR', 'APR', 'MAY', 'JUN', 'JUL', 'AUG', 'SEP', 'OCT', 'NOV', 'DEC'];

/** @param place the left end of the lines, and the foot of the last one. */
function drawZone(sheet: Sheet, lines: string[], { left, foot }: { left: number; foot: number }): void {
  lines.forEach((line, i) => {
    const y = foot - 6.35 * (lines.length - 1 - i);
    sheet.text(line, { x: left, y, pitch: 2.54, ink: BLACK });
  });
}

function drawBarcode(sheet: Sheet, holder: TestHolder): void {
  const rows = pdf417(new TextEncoder().encode(licenceText(holder)));
  const module = 4 / SCALE;
  const [left, top] = [(85.6 - rows[0]!.length * module) / 2, 6];
  const [right, bottom] = [left + rows[0]!.length * module, top + 3 * rows.length * module];
  sheet.rectangle([left - 1.5, top - 1.5, right + 1.5, bottom + 1.5], [250, 250, 250]);
  rows.forEach((row, j) => {
    row.forEach((isDark, i) => {
      const [x, y] = [left + i * module, top + 3 * j * module];
      if (isDark) sheet.rectangle([x, y, x + module, y + 3 * module], BLACK);
    });
  });
}

/** Marks a page as what it is, beside its zone and its portrait. */
function mark(sheet: Sheet, place: { x: number; y: number }, turn: number): void {
  sheet.text('SPECIMEN', { ...place, pitch: turn ? 7.5 : 3, ink: RED, turn, cover: 0.35 });
}

const portraits = new Map<number, Picture>();

/** The drawn face from the front, 32 x 42 in proportion. */
function portraitOf(person: TestHolder['person']): Picture {
  const before = portraits.get(person);
  if (before) return before;
  const [width, height] = [640, 480];
  const pixels = new TestFace({ person, width, height }).draw({ yaw: 2, light: 1.1 });
  const [left, w] = [137, 366];
  const data = new Uint8ClampedArray(4 * w * height);
  for (let y = 0; y < height; y++)
    data.set(pixels.subarray(4 * (y * width + left), 4 * (y * width + left + w)), 4 * y * w);
  const portrait: Picture = { width: w, height, data, channels: 4 };
  portraits.set(person, portrait);
  return portrait;
}
