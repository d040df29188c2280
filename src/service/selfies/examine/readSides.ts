import sharp from 'sharp';
import { documentLimits } from '../../../contract/documentLimits.ts';
import {
  type BarcodeReader,
  type DocumentAnswer,
  type DocumentReader,
  type DocumentReading,
  findPortrait,
  type Geometry,
  maskedLines,
  parseLicence,
  type ReadableLicence,
  type ReadableZone,
} from '../../../document/index.ts';
import type { FaceEngine, Picture } from '../../../vision/index.ts';
import type { DocumentExamination, DocumentFiles, ExaminedSide, KeptZone } from '../examiner.ts';
import { type DecodedPictures, decodePicture, decodeTrailFrame, freePixels } from './decodePicture.ts';
import { inspectPortrait } from './inspectPortrait.ts';
import { trailAgreesWithoutZone } from './trailWithoutZone.ts';

/** The longer side at which a still is read, in pixels. */
export const STILL_SIDE = 1920;
/**
 * Its share in a second round. Names have no check digit: two readings have to agree, and a person with one still has no second
 * picture. The same pixels would agree with themselves.
 */
const SMALLER = 0.8;
/** Small frames that are read at most, spread over the recording. */
const TRAIL_FRAMES = 6;

export interface DocumentReaders {
  zones: DocumentReader;
  barcodes: BarcodeReader;
}

/** What is asked of the pictures of a document. */
interface SidesToRead {
  files: readonly DocumentFiles[];
  /** The date of today, YYYY-MM-DD. */
  asOf: string;
  /** Stills that were decoded at their arrival. */
  decoded: DecodedPictures;
}

/** Reads the sides of a document: its zone or its barcode, and its portrait. */
export async function readSides(
  faces: FaceEngine,
  readers: DocumentReaders,
  { files, asOf, decoded }: SidesToRead,
): Promise<DocumentExamination> {
  const sides: ExaminedSide[] = [];
  let portrait: DocumentExamination['portrait'] = { use: 'absent', file: null };
  let isOnZone = false;
  let shownOn: ShownOn | null = null;
  for (const [n, side] of files.entries()) {
    const stills = new Stills(side.stills, decoded);
    try {
      const { zone, shown, geometry, draft, ...seen } = await readZone(readers.zones, side, stills, asOf);
      const licence = mayHaveBarcode(draft) ? await readLicence(readers.barcodes, stills) : null;
      sides.push({ ...seen, zone, licence });
      if (stills.count === 0 || isOnZone) continue;
      isOnZone = zone !== null && hasPortraitBeside(zone);
      if (!isOnZone && portrait.use === 'usable') continue;
      const found = await portraitOf(faces, await stills.at(shown), geometry);
      if (isOnZone || RANK[found.use] > RANK[portrait.use])
        [portrait, shownOn] = [found, { n, still: shown }];
    } finally {
      stills.free();
    }
  }
  await compareTrails(faces, readers.barcodes, { files, sides, shownOn });
  return { sides, portrait };
}

/** The side and the still on which the portrait was found. */
interface ShownOn {
  n: number;
  still: number;
}

/** Compares small frames by more than the number of a zone: where there is no zone, or where none of them shows the number. */
async function compareTrails(
  faces: FaceEngine,
  barcodes: BarcodeReader,
  {
    files,
    sides,
    shownOn,
  }: { files: readonly DocumentFiles[]; sides: ExaminedSide[]; shownOn: ShownOn | null },
): Promise<void> {
  if (sides.every(isWithoutZone)) {
    for (const [n, { signals, licence }] of sides.entries())
      signals.trailAgrees = await trailAgreesWithoutZone(faces, barcodes, files[n]!, licence);
    return;
  }
  const isOpen = sides.every(({ signals }) => signals.trailAgrees === null);
  if (!shownOn || !isOpen || sides.every(({ zone }) => zone === null)) return;
  const { stills, ...side } = files[shownOn.n]!;
  const shown = { ...side, stills: [stills[shownOn.still]!] };
  sides[shownOn.n]!.signals.trailAgrees = await trailAgreesWithoutZone(faces, barcodes, shown, null);
}

/**
 * Whether the zone stands on the side of the portrait, which then comes from no other side. A card of three lines has it on its back.
 */
function hasPortraitBeside({ format }: Pick<ReadableZone, 'format'>): boolean {
  return format !== 'TD1';
}

/** A zone that could not be read is asked for again: until then nothing else is compared. */
function isWithoutZone({ zone, problem, licence }: ExaminedSide): boolean {
  return zone === null && (licence !== null || problem === 'not_found');
}

/** The stills of a side, each decoded once. */
class Stills {
  readonly count: number;
  readonly #files: readonly Uint8Array[];
  readonly #decoded: DecodedPictures;
  readonly #pictures: Picture[] = [];

  constructor(files: readonly Uint8Array[], decoded: DecodedPictures) {
    this.count = files.length;
    this.#files = files;
    this.#decoded = decoded;
  }

  async at(n: number): Promise<Picture> {
    this.#pictures[n] ??= this.#decoded.take(this.#files[n]!) ?? (await this.#decode(n, STILL_SIDE));
    return this.#pictures[n];
  }

  /** The same still in a smaller size; the caller frees it. */
  async smaller(n: number): Promise<Picture> {
    const { width, height } = await this.at(n);
    return await this.#decode(n, Math.round(SMALLER * Math.max(width, height)));
  }

  free(): void {
    for (const picture of this.#pictures) if (picture) freePixels(picture);
  }

  #decode(n: number, largest: number): Promise<Picture> {
    return decodePicture(this.#files[n]!, 1, documentLimits.stillSide.max, largest);
  }
}

async function readZone(
  reader: DocumentReader,
  { side, trail }: DocumentFiles,
  stills: Stills,
  asOf: string,
): Promise<SeenZone> {
  reader.reset();
  let last: DocumentAnswer | null = null;
  let draft: DocumentAnswer['draft'] = null;
  let completedBy = 0;
  // In shares of the longer side, so that they hold for every size of a still.
  const geometries: (Geometry | null)[] = [];
  let isColourless: boolean | null = null;
  for (const round of [0, 1]) {
    // A second size helps where a zone was seen and not read: without one it only costs time.
    if (round === 1 && !draft) break;
    for (let n = 0; n < stills.count && !last?.reading; n++) {
      const picture = round === 0 ? await stills.at(n) : await stills.smaller(n);
      isColourless ??= isGrey(picture);
      last = reader.next(picture, asOf);
      draft = last.draft ?? draft;
      if (last.reading) completedBy = n;
      geometries[n] ??= last.geometry && scaled(last.geometry, 1 / longerSide(picture));
      if (round === 1) freePixels(picture);
    }
  }
  const zone = last?.reading ? keptOf(last.reading) : null;
  const problem = zone ? null : (last?.hint ?? (last?.draft ? 'doubtful' : 'not_found'));
  const { shown, stillsAgree } = zone
    ? await compareStills(reader, stills, { number: zone.number, completedBy, asOf })
    : { shown: 0, stillsAgree: true };
  const geometry = geometries[shown] ?? null;
  const lineSpacing = zone && geometry ? spacingOf(geometry, zone) : null;
  const trailAgrees = zone ? await agrees(reader, trail, zone.number, asOf) : null;
  const lowestConfidence = last?.reading ? Math.round(100 * last.reading.lowestConfidence) / 100 : null;
  const signals = { lineSpacing, lowestConfidence, isColourless, trailAgrees };
  return { side, zone, problem, hasTrail: trail.length > 0, stillsAgree, signals, shown, geometry, draft };
}

/** What was seen of the zone of a side. */
type SeenZone = Omit<ExaminedSide, 'licence'> &
  Pick<DocumentAnswer, 'geometry' | 'draft'> & {
    /** The still in which the portrait is looked for, and whose geometry it is. */
    shown: number;
  };

/**
 * Looks for the number in each still by itself: one of another document may stand beside them.
 * @param completedBy the still that completed the reading. Its lines belong to it, even if its number alone is in doubt.
 * @returns the first still that shows the number, and whether none shows another one.
 */
async function compareStills(
  reader: DocumentReader,
  stills: Stills,
  { number, completedBy, asOf }: { number: string; completedBy: number; asOf: string },
): Promise<{ shown: number; stillsAgree: boolean }> {
  const own: (string | null)[] = [];
  for (let n = 0; n < stills.count && stills.count > 1; n++) {
    reader.resetReading();
    own.push(numberIn(reader.next(await stills.at(n), asOf, { isDraft: true })));
  }
  const first = own.indexOf(number);
  return {
    shown: first < 0 ? completedBy : first,
    stillsAgree: own.every((one) => one === null || one === number),
  };
}

/** @returns `null` for a number that is in doubt, or fails its check digit. */
function numberIn({ draft }: DocumentAnswer): string | null {
  if (!draft?.zone.ok || draft.doubts.includes('number')) return null;
  return draft.zone.checkDigits.number === 'pass' ? draft.zone.number : null;
}

/** Enhanced licences, with a barcode and a zone, are issued here; other cards with a zone have no barcode of AAMVA. */
const STATES_WITH_BOTH = ['USA', 'CAN', 'MEX'];

/** @param draft what was seen of a zone. To look for a barcode takes longer than to read the zone. */
function mayHaveBarcode(draft: DocumentAnswer['draft']): boolean {
  if (!draft) return true;
  const { zone, lines, doubts } = draft;
  if (!zone.ok || doubts.includes('issuingState')) return lines.length === 3;
  return zone.type === 'card' && STATES_WITH_BOTH.includes(zone.issuingState);
}

/** @returns null if no still shows a barcode that is a licence's. */
async function readLicence(reader: BarcodeReader, stills: Stills): Promise<ReadableLicence | null> {
  for (let n = 0; n < stills.count; n++) {
    const text = await reader.read(await stills.at(n));
    const licence = text === null ? null : parseLicence(text);
    if (licence?.ok) return licence;
  }
  return null;
}

/** Optional data often hold a personal number, which nobody asked for. */
function keptOf({ zone, lines }: DocumentReading): KeptZone | null {
  if (!zone.ok) return null;
  const { optionalData: _, ...kept } = zone;
  return { ...kept, lines: maskedLines(lines, zone.number) };
}

/** Whether the small frames show the same number; `null` if none of them can be read. */
async function agrees(
  reader: DocumentReader,
  trail: readonly Uint8Array[],
  number: string,
  asOf: string,
): Promise<boolean | null> {
  const step = Math.max(1, Math.ceil(trail.length / TRAIL_FRAMES));
  const frames = trail.filter((_, i) => i % step === 0);
  let agreed: boolean | null = null;
  // The small frames were taken just before the still.
  reader.resetReading();
  for await (const picture of decodedAhead(frames)) {
    const shown = numberIn(reader.next(picture, asOf, { isDraft: true }));
    if (shown === null) continue;
    if (shown !== number) return false;
    agreed = true;
  }
  return agreed;
}

/** Small frames, of which the next one is decoded while one is read. Each is freed after its turn; damaged ones are left out. */
async function* decodedAhead(frames: readonly Uint8Array[]): AsyncGenerator<Picture> {
  let next = frames[0] && decodeTrailFrame(frames[0]);
  try {
    for (let n = 1; next; n++) {
      const picture = await next;
      next = frames[n] && decodeTrailFrame(frames[n]!);
      if (!picture) continue;
      try {
        yield picture;
      } finally {
        freePixels(picture);
      }
    }
  } finally {
    const left = await next;
    if (left) freePixels(left);
  }
}

/** Geometry of a picture whose size is multiplied by a factor. */
function scaled(geometry: Geometry, factor: number): Geometry {
  const corners = (points: Geometry['page']) =>
    points.map(([x, y]) => [x * factor, y * factor]) as Geometry['page'];
  return {
    ...geometry,
    zone: corners(geometry.zone),
    page: corners(geometry.page),
    pitch: geometry.pitch * factor,
  };
}

function longerSide({ width, height }: Picture): number {
  return Math.max(width, height);
}

function spacingOf({ zone: [a, b, c, d] }: Geometry, { format }: Pick<ReadableZone, 'format'>): number {
  const [columns, rows] = { TD1: [30, 3], TD2: [36, 2], TD3: [44, 2], MRVA: [44, 2], MRVB: [36, 2] }[
    format
  ] as [number, number];
  const across = Math.hypot(b[0] - a[0], b[1] - a[1]) + Math.hypot(c[0] - d[0], c[1] - d[1]);
  const along = Math.hypot(d[0] - a[0], d[1] - a[1]) + Math.hypot(c[0] - b[0], c[1] - b[1]);
  const pitch = across / 2 / (columns + 0.2);
  return Math.round(((along / 2 / pitch - 1.4) / (rows - 1)) * 100) / 100;
}

/** Mean difference of the colours of a pixel below which a page counts as colourless, of 255. */
const GREY = 6;

function isGrey({ data, width, height, channels }: Picture): boolean {
  let sum = 0;
  let count = 0;
  // Every 37th pixel is enough.
  for (let i = 0; i < width * height; i += 37, count++) {
    const at = i * channels;
    const [r, g, b] = [data[at]!, data[at + 1]!, data[at + 2]!];
    sum += Math.max(r, g, b) - Math.min(r, g, b);
  }
  return sum / count < GREY;
}

/** Around the face of a portrait, in shares of its size. */
const MARGIN = 0.6;

/** @param geometry in shares of the picture's longer side. */
async function portraitOf(
  faces: FaceEngine,
  picture: Picture,
  geometry: Geometry | null,
): Promise<DocumentExamination['portrait']> {
  const { width, height } = picture;
  const face = findPortrait(faces, picture, geometry && scaled(geometry, longerSide(picture)));
  if (!face) return { use: 'absent', file: null };
  const [x, y] = [face.x - MARGIN * face.width, face.y - MARGIN * face.height];
  const left = Math.max(0, Math.round(x));
  const top = Math.max(0, Math.round(y));
  const right = Math.min(width, Math.round(x + (1 + 2 * MARGIN) * face.width));
  const bottom = Math.min(height, Math.round(y + (1 + 2 * MARGIN) * face.height));
  const turned = geometry ? -geometry.turned : 0;
  const file = await sharp(picture.data, { raw: { width, height, channels: 3 } })
    .extract({ left, top, width: right - left, height: bottom - top })
    .rotate(turned, { background: '#808080' })
    .jpeg({ quality: 95, chromaSubsampling: '4:4:4' })
    .toBuffer();
  return await inspectPortrait(faces, new Uint8Array(file));
}

const RANK = { absent: 0, unreadable: 1, no_face: 2, too_small: 3, usable: 4 } as const;
