import sharp from 'sharp';
import { sizeLimits } from '../../../contract/limits.ts';
import { type FaceEngine, measure, type Picture } from '../../../vision/index.ts';
import type { PortraitInspection } from '../examiner.ts';
import { verdictThresholds } from '../verdict/thresholds.ts';
import { decodeJpeg2000 } from './decodeJpeg2000.ts';
import { decodePicture, freePixels } from './decodePicture.ts';
import { isJpeg2000 } from './readJpeg2000.ts';
import { mediaTypeOf, PictureError } from './requirePlainPicture.ts';

/** Minimum width of a face in pixels. Below it, two portraits of one person too often seem to show different people. */
const MIN_FACE_PIXELS = 55;
/** The loss of this quality is small compared with that of the issuer's compression. */
const JPEG = { quality: 95, chromaSubsampling: '4:4:4' };

/** Looks for exactly one face in the portrait of a credential. An icon or a strip has none. */
export async function inspectPortrait(
  engine: FaceEngine | null,
  file: Uint8Array,
): Promise<PortraitInspection> {
  try {
    const picture = await decodePortrait(file);
    try {
      const { faces, face } = engine ? measure(engine, picture, verdictThresholds) : { faces: 1, face: null };
      if (faces !== 1) return { use: 'no_face', file: null };
      if (face && face.width < MIN_FACE_PIXELS) return { use: 'too_small', file: null };
      return { use: 'usable', file: await fileToKeep(file, picture) };
    } finally {
      freePixels(picture);
    }
  } catch (error) {
    if (!(error instanceof PictureError)) throw error;
    return { use: error.code === 'image_too_small' ? 'too_small' : 'unreadable', file: null };
  }
}

async function decodePortrait(file: Uint8Array): Promise<Picture> {
  const { portraitMinSide: min, portraitMaxSide: max } = sizeLimits;
  if (!isJpeg2000(file)) return await decodePicture(file, min, max);
  const picture = await decodeJpeg2000(file);
  if (Math.min(picture.width, picture.height) >= min) return picture;
  freePixels(picture);
  throw new PictureError('image_too_small');
}

/**
 * The file to store: the received one, or a JPEG of its pixels if it is JPEG 2000, which neither the selfie check nor
 * browsers can read.
 */
async function fileToKeep(file: Uint8Array, { data, width, height }: Picture) {
  const mediaType = mediaTypeOf(file);
  if (mediaType) return { bytes: file, mediaType };
  const raw = { width, height, channels: 3 } as const;
  return { bytes: new Uint8Array(await sharp(data, { raw }).jpeg(JPEG).toBuffer()), mediaType: 'image/jpeg' };
}
