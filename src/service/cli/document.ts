import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import sharp from 'sharp';
import {
  type BarcodeReader,
  createBarcodeReader,
  createDocumentReader,
  type DocumentReader,
  type DocumentReading,
  findPortrait,
  LONGEST_FRAME,
  loadBarcodeFile,
  loadDocumentFiles,
  parseLicence,
  parseZone,
} from '../../document/index.ts';
import { createFaceEngine, type FaceEngine, type Picture } from '../../vision/index.ts';
import { loadFiles } from '../../vision/loadFiles.ts';

const help = `Usage: npm run -s document -- read FILE... | frames FOLDER... | barcode FILE... | parse

read    finds the machine-readable zone of each picture and prints one line of JSON for it: {file, found, format, lines,
        checkDigits, fields, portrait: {found, box}, barcode, turned, notice, ms}. lines are whole, as read; a field is null where
        a character of it is in doubt, and so is a check digit over optional data; turned is in degrees, clockwise; notice
        says where two documents are seen. Without a zone hint says why, lines is empty and what is not known is null; a file
        that is no picture has error: image_unreadable
frames  takes the pictures of each folder in the order of their names as the frames of a camera, and prints {folder, frames,
        readAt, format, lines, checkDigits, fields, hint, notice, ms}; readAt is the frame at which a page takes the reading, or
        null; hint and notice are those of the last frame. Like a page it reads frames of 1280 pixels at most. A folder that
        cannot be read has error: folder_unreadable, one of whose pictures none can be read error: image_unreadable
barcode reads the PDF417 barcode of each licence of the United States or Canada and prints {file, found, fields: {familyName,
        givenName, dateOfBirth, expiresOn, number, jurisdiction, country}}; a field is null where the card does not say it
parse   reads the lines of machine-readable zones from the standard input, each document a JSON array of its lines on one
        line, and prints what they say, one line of JSON each. ok is false where the lines are no document: problems says why,
        and whatever is not known is null. checkDigits has those that the layout has

The exit code is 1 where not one of the files or folders could be read, though not where they show no document; 2 where the
command is not one of these.
`;

/** The largest side that the face engine takes. */
const MAX_SIDE = 2048;

/** What is said of a picture without a zone. */
const NOTHING_SAID = { format: null, lines: [], checkDigits: null, fields: null };
const NOTHING_TAKEN = { readAt: null, ...NOTHING_SAID, hint: null, notice: null };

/** What is said of lines that are no document. */
const NO_DOCUMENT = {
  ok: false,
  format: null,
  code: null,
  type: null,
  issuingState: null,
  nationality: null,
  number: null,
  familyName: null,
  givenName: null,
  dateOfBirth: { raw: null, iso: null },
  sex: null,
  expiresOn: { raw: null, iso: null },
  checkDigits: { number: null, birth: null, expiry: null, optional: null, composite: null },
  truncated: null,
};

/** Whoever reads the output, such as `head -1`, may have enough of it. */
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
  process.exit();
});

/** Whether a file or folder could be read. */
let isAnyRead = false;

const [command, ...paths] = process.argv.slice(2);
const today = new Date().toISOString().slice(0, 10);
if (command === 'parse') await parse();
else if (command === 'read' && paths.length > 0) await read();
else if (command === 'barcode' && paths.length > 0) await barcode();
else if (command === 'frames' && paths.length > 0) await frames();
else {
  process.stdout.write(help);
  process.exitCode = /^(-h|--help)$/.test(command ?? '') ? 0 : 2;
}

/** Prints what was found in a file or folder. */
function printFound(line: object): void {
  isAnyRead ||= !('error' in line);
  process.exitCode = isAnyRead ? 0 : 1;
  print(line);
}

function print(line: object): void {
  process.stdout.write(`${JSON.stringify(line)}\n`);
}

async function parse(): Promise<void> {
  for await (const text of createInterface({ input: process.stdin })) {
    if (text.trim()) print(parsed(text));
  }
}

function parsed(text: string): object {
  const lines = linesOf(text);
  if (!lines) return { ...NO_DOCUMENT, problems: ['lines'] };
  const zone = parseZone(lines, today);
  if (!zone.ok) return { ...NO_DOCUMENT, problems: zone.problems };
  // Optional data often hold a personal number, which is not printed.
  const { optionalData, ...rest } = zone;
  return rest;
}

function linesOf(text: string): string[] | null {
  try {
    const lines: unknown = JSON.parse(text);
    return Array.isArray(lines) && lines.every((line) => typeof line === 'string') ? lines : null;
  } catch {
    // No JSON: the caller says that these are no lines.
    return null;
  }
}

async function read(): Promise<void> {
  const reader = await createDocumentReader(await loadDocumentFiles());
  const faces = await createFaceEngine(await loadFiles());
  const barcodes = await createBarcodeReader(await loadBarcodeFile());
  for (const file of paths) {
    const picture = await decoded(file);
    if (!picture) {
      const portrait = { found: false, box: null };
      const rest = { portrait, barcode: null, turned: null, notice: null, ms: null };
      printFound({ file, found: false, ...NOTHING_SAID, ...rest, error: 'image_unreadable' });
      continue;
    }
    const { ms, ...page } = readPicture(reader, faces, picture);
    // A licence has either a zone or a barcode.
    const barcode = page.found ? null : (await readBarcode(barcodes, picture)).fields;
    printFound({ file, ...page, barcode, ms });
  }
}

function readPicture(reader: DocumentReader, faces: FaceEngine, picture: Picture) {
  reader.reset();
  const start = performance.now();
  const { draft, geometry, hint, notice } = reader.next(picture, today, { isOnly: true });
  const ms = Math.round(performance.now() - start);
  const turned = geometry?.turned ?? null;
  const box = findPortrait(faces, picture, geometry);
  const portrait = { found: box !== null, box };
  if (!draft) return { found: false, ...NOTHING_SAID, portrait, turned, hint, notice, ms };
  return { found: true, ...said(draft), portrait, turned, notice, ms };
}

async function barcode(): Promise<void> {
  const reader = await createBarcodeReader(await loadBarcodeFile());
  for (const file of paths) {
    const picture = await decoded(file);
    if (!picture) printFound({ file, found: false, fields: null, error: 'image_unreadable' });
    else printFound({ file, ...(await readBarcode(reader, picture)) });
  }
}

async function readBarcode(
  reader: BarcodeReader,
  picture: Picture,
): Promise<{ found: boolean; fields: object | null; problems: string[] }> {
  const text = await reader.read(picture);
  if (text === null) return { found: false, fields: null, problems: [] };
  const licence = parseLicence(text);
  // A barcode of something else.
  if (!licence.ok) return { found: true, fields: null, problems: licence.problems };
  const { familyName, givenName, dateOfBirth, expiresOn, number, jurisdiction, country } = licence;
  const fields = { familyName, givenName, dateOfBirth, expiresOn, number, jurisdiction, country };
  return { found: true, fields, problems: licence.problems };
}

async function frames(): Promise<void> {
  for (const folder of paths) {
    const files = await picturesIn(folder);
    if (files) printFound({ folder, frames: files.length, ...(await readFrames(folder, files)) });
    else printFound({ folder, frames: 0, ...NOTHING_TAKEN, ms: null, error: 'folder_unreadable' });
  }
}

async function readFrames(folder: string, files: string[]): Promise<object> {
  const reader = await createDocumentReader(await loadDocumentFiles());
  const start = performance.now();
  let last: object | null = null;
  for (const [i, name] of files.entries()) {
    const picture = await decoded(join(folder, name), LONGEST_FRAME);
    if (!picture) continue;
    const { reading, hint, notice } = reader.next(picture, today, { isFilm: true });
    last = reading ? { readAt: i, ...said(reading), hint, notice } : { ...NOTHING_TAKEN, hint, notice };
    if (reading) break;
  }
  const ms = Math.round(performance.now() - start);
  if (last) return { ...last, ms };
  return { ...NOTHING_TAKEN, ms, ...(files.length > 0 && { error: 'image_unreadable' }) };
}

/** The names of the pictures in a folder, in order; `null` if it cannot be read. */
async function picturesIn(folder: string): Promise<string[] | null> {
  const names = await readdir(folder).catch(() => null);
  return names?.filter((name) => /\.(jpe?g|png|webp)$/i.test(name)).sort() ?? null;
}

/** What a reading says; a field is null where it is in doubt. */
function said({ lines, zone, doubts }: DocumentReading): object {
  if (!zone.ok) return { format: null, lines, checkDigits: null, fields: null, problems: zone.problems };
  const { format, checkDigits, problems } = zone;
  const certain = <T>(part: (typeof doubts)[number], value: T) => (doubts.includes(part) ? null : value);
  const fields = {
    code: certain('code', zone.code),
    type: certain('code', zone.type),
    issuingState: certain('issuingState', zone.issuingState),
    nationality: certain('nationality', zone.nationality),
    number: certain('number', zone.number),
    familyName: certain('names', zone.familyName),
    givenName: certain('names', zone.givenName),
    dateOfBirth: certain('dateOfBirth', zone.dateOfBirth),
    sex: certain('sex', zone.sex),
    expiresOn: certain('expiresOn', zone.expiresOn),
    truncated: zone.truncated,
  };
  return { format, lines, checkDigits, fields, doubts, problems };
}

async function decoded(file: string, side = MAX_SIDE): Promise<Picture | null> {
  try {
    const { data, info } = await sharp(await readFile(file), { limitInputPixels: 64e6 })
      .autoOrient()
      .resize(side, side, { fit: 'inside', withoutEnlargement: true })
      .flatten({ background: '#fff' })
      .toColourspace('srgb')
      .raw({ depth: 'uchar' })
      .toBuffer({ resolveWithObject: true });
    return { width: info.width, height: info.height, data, channels: info.channels as 3 };
  } catch {
    // No file, or no picture: the output names the file with `image_unreadable`.
    return null;
  }
}
