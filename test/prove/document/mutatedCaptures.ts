import sharp from 'sharp';
import type { Random } from '../../../src/document/build/Random.ts';
import { parseZone } from '../../../src/document/index.ts';
import type { ExaminedSide, Examiner } from '../../../src/service/selfies/examiner.ts';
import { documentJpeg } from '../../support/documentPictures.ts';
import { fuzzedPictures } from '../fuzz/fuzzedPictures.ts';
import { anyLines, mutant, TODAY } from './mutatedLines.ts';

type Reader = Pick<Examiner, 'readDocument' | 'inspect'>;

/** The results of mutated pictures of documents. */
export interface CaptureFindings {
  captures: number;
  read: number;
  refused: number;
  /** Read with a number, date or name that the drawn lines do not have. */
  misread: number;
  slowestMs: number;
  bombs: number;
  bombsTaken: number;
  faults: string[];
}

/**
 * What one side may take, and in relation to an undamaged one, since machines differ and are busy: that one is read from its
 * first four lines, and a search in vain ends after about fifty.
 */
const MAX_MS = 300;
const MAX_RATIO = 12;

/** Draws documents with altered lines, damages the pictures, and has the service's own handler read them. */
export async function mutateCaptures(
  reader: Reader,
  random: Random,
  captures: number,
): Promise<CaptureFindings> {
  const found: CaptureFindings = {
    ...{ captures, read: 0, refused: 0, misread: 0, slowestMs: 0, bombs: 0, bombsTaken: 0 },
    faults: [],
  };
  const plain = await documentJpeg({ lines: anyLines(random) });
  for (let count = 0; count < captures; count++) {
    const lines = anyLines(random);
    const altered = random.chance(0.4) ? lines.map((line) => sameLength(mutant(line, random), line)) : lines;
    const drawn = await documentJpeg({ lines: altered, seed: 1 + random.below(1e6) }, null);
    const file = random.chance(0.3) ? drawn : await damaged(drawn, random);
    const inspected = await reader.inspect(file, 'document');
    if ('problem' in inspected) {
      found.refused += 1;
      continue;
    }
    const { zone, ms } = await readOnce(reader, file);
    if (zone) found.read += 1;
    if (zone && !isSame(zone, altered)) {
      found.misread += 1;
      if (found.faults.length < 3) found.faults.push(JSON.stringify({ altered, zone }));
    }
    if (ms > MAX_MS && (await isDear(reader, { file, plain, ms })))
      found.faults.push(`${Math.round(ms)} ms for ${JSON.stringify(altered)}`);
    found.slowestMs = Math.max(found.slowestMs, Math.round(ms));
  }
  return found;
}

/** Bombs and pictures of other kinds in place of a document; `limited` has the limits of the service's processes. */
export async function throwBombs(
  limited: Reader,
  isFull: boolean,
): Promise<Pick<CaptureFindings, 'bombs' | 'bombsTaken'>> {
  const bombs = await fuzzedPictures({ count: 8, hugeSide: isFull ? 20_000 : 6000, textMb: isFull ? 64 : 8 });
  let bombsTaken = 0;
  for (const file of bombs) {
    if (!('problem' in (await limited.inspect(file, 'document')))) bombsTaken += 1;
  }
  return { bombs: bombs.length, bombsTaken };
}

async function readOnce(reader: Reader, file: Buffer): Promise<{ zone: ExaminedSide['zone']; ms: number }> {
  const before = process.cpuUsage();
  const examination = await reader.readDocument([{ side: 'front', stills: [file], trail: [] }], TODAY);
  const { user, system } = process.cpuUsage(before);
  return { zone: examination!.sides[0]!.zone, ms: (user + system) / 1000 };
}

/** Measures again in turns with an undamaged picture. */
async function isDear(
  reader: Reader,
  { file, plain, ms }: { file: Buffer; plain: Buffer; ms: number },
): Promise<boolean> {
  let [least, honest] = [ms, Number.POSITIVE_INFINITY];
  for (let turn = 0; turn < 3; turn++) {
    honest = Math.min(honest, (await readOnce(reader, plain)).ms);
    least = Math.min(least, (await readOnce(reader, file)).ms);
  }
  return least > MAX_MS && least > MAX_RATIO * honest;
}

function sameLength(text: string, like: string): string {
  return text
    .replaceAll(/[^A-Z0-9<]/g, '<')
    .slice(0, like.length)
    .padEnd(like.length, '<');
}

function isSame(zone: NonNullable<ExaminedSide['zone']>, lines: string[]): boolean {
  const shown = parseZone(lines, TODAY);
  return (
    shown.ok &&
    zone.number === shown.number &&
    zone.dateOfBirth.raw === shown.dateOfBirth.raw &&
    zone.expiresOn.raw === shown.expiresOn.raw &&
    zone.familyName === shown.familyName &&
    zone.givenName === shown.givenName
  );
}

/** Covered, turned, cut, blurred, darkened, or with bytes changed. */
async function damaged(file: Buffer, random: Random): Promise<Buffer> {
  const picture = sharp(file);
  const patch = { width: 20 + random.below(200), height: 8 + random.below(60), channels: 3 as const };
  const at = { left: random.below(700), top: random.below(600) };
  const ways = [
    () => picture.composite([{ input: { create: { ...patch, background: '#111' } }, ...at }]),
    () => picture.composite([{ input: { create: { ...patch, background: '#eee' } }, ...at }]),
    () => picture.rotate(random.next(-180, 180), { background: '#888' }),
    () => picture.extract({ left: random.below(150), top: random.below(100), width: 850, height: 600 }),
    () => picture.blur(random.next(0.5, 6)),
    () => picture.linear(random.next(0.1, 3), random.next(-80, 80)),
    () => picture.flop(),
  ];
  const way = random.below(ways.length + 1);
  if (way < ways.length)
    return await ways[way]!()
      .jpeg({ quality: 20 + random.below(70) })
      .toBuffer();
  const bytes = Buffer.from(file);
  for (let count = 1 + random.below(12); count > 0; count--)
    bytes[random.below(bytes.length)] = random.below(256);
  return random.chance(0.2) ? bytes.subarray(0, random.below(bytes.length)) : bytes;
}
