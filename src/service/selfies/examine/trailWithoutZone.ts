import { setImmediate } from 'node:timers/promises';
import { documentLimits } from '../../../contract/documentLimits.ts';
import {
  type BarcodeReader,
  cropPage,
  findPortraits,
  type Portrait,
  parseLicence,
  type ReadableLicence,
} from '../../../document/index.ts';
import {
  describeBothSides,
  type FaceEngine,
  faceDistance,
  measure,
  type Picture,
} from '../../../vision/index.ts';
import type { DocumentFiles } from '../examiner.ts';
import { verdictThresholds } from '../verdict/thresholds.ts';
import { decodePicture, decodeTrailFrame, freePixels } from './decodePicture.ts';

/** Small frames that are looked at: the last ones, which show nearly the moment of the still, each second one. */
const FRAMES = 3;
const STEP = 2;
/**
 * The portrait of a still and that of a small frame of the same document are 0.04 to 0.13 apart, in drawn films of a licence that
 * takes 60 or 85 % of the width; those of different people 0.57 or more. Between `sameFaceSurely` and this nothing is said.
 */
const OTHER_PORTRAIT = 0.5;
/** Width of a face in pixels below which it is not compared. */
const MIN_FACE_PIXELS = 55;
/** How much is cut out around a face, in shares of its size, and how wide the part is then in pixels. */
const MARGIN = 0.6;
const CROP_SIDE = 320;

/**
 * Whether the small frames of a side show the document of its still, where it has no zone: by the number in the barcode of a
 * licence, else by the portrait.
 * @returns `null` if they show neither, or the portrait alone in one frame.
 */
export async function trailAgreesWithoutZone(
  faces: FaceEngine,
  barcodes: BarcodeReader,
  { stills, trail }: DocumentFiles,
  licence: ReadableLicence | null,
): Promise<boolean | null> {
  const frames = lastOf(trail);
  if (frames.length === 0) return null;
  if (licence) return await numberAgrees(barcodes, frames, licence.number);
  const { max } = documentLimits.stillSide;
  const still = await decodePicture(stills[0]!, 1, max, max);
  const [shown] = await describedPortraits(faces, still, 1);
  freePixels(still);
  return shown ? await portraitAgrees(faces, frames, shown) : null;
}

function lastOf(trail: readonly Uint8Array[]): Uint8Array[] {
  const last: Uint8Array[] = [];
  for (let i = trail.length - 1; i >= 0 && last.length < FRAMES; i -= STEP) last.push(trail[i]!);
  return last;
}

async function numberAgrees(
  barcodes: BarcodeReader,
  frames: readonly Uint8Array[],
  number: string | null,
): Promise<boolean | null> {
  let agreed: boolean | null = null;
  for (const frame of number === null ? [] : frames) {
    const picture = await decodeTrailFrame(frame);
    if (!picture) continue;
    const text = await barcodes.read(picture);
    freePixels(picture);
    const other = text === null ? null : parseLicence(text);
    if (!other?.ok || other.number === null) continue;
    if (other.number !== number) return false;
    agreed = true;
  }
  return agreed;
}

/** Beside the document the camera may see its holder: of all the faces the nearest one counts. */
async function portraitAgrees(
  faces: FaceEngine,
  frames: readonly Uint8Array[],
  shown: Float32Array,
): Promise<boolean | null> {
  let nearest = Number.POSITIVE_INFINITY;
  let withFaces = 0;
  for (const frame of frames) {
    const picture = await decodeTrailFrame(frame);
    if (!picture) continue;
    const found = await describedPortraits(faces, picture, Number.POSITIVE_INFINITY);
    freePixels(picture);
    if (found.length > 0) withFaces++;
    nearest = Math.min(nearest, ...found.map((face) => faceDistance(shown, face)));
    if (nearest <= verdictThresholds.sameFaceSurely) return true;
  }
  return withFaces > 1 && nearest > OTHER_PORTRAIT ? false : null;
}

/** The descriptors of the faces on a page, the portrait's first. */
async function describedPortraits(
  faces: FaceEngine,
  picture: Picture,
  most: number,
): Promise<Float32Array[]> {
  // The process answers its health checks in between.
  await setImmediate();
  const found = findPortraits(faces, picture, null)
    .filter(({ width }) => width >= MIN_FACE_PIXELS)
    .slice(0, most);
  return found.flatMap((face) => {
    const { mesh } = measure(faces, cropPage(picture, around(face), CROP_SIDE), verdictThresholds).face ?? {};
    return mesh ? [describeBothSides(faces, mesh.landmarks)] : [];
  });
}

function around({ x, y, width, height }: Portrait): Parameters<typeof cropPage>[1] {
  const [left, right] = [x - MARGIN * width, x + (1 + MARGIN) * width];
  const [top, bottom] = [y - MARGIN * height, y + (1 + MARGIN) * height];
  return [
    [left, top],
    [right, top],
    [right, bottom],
    [left, bottom],
  ];
}
