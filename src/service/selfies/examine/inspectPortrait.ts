import { sizeLimits } from '../../../contract/limits.ts';
import { type FaceEngine, measure } from '../../../vision/index.ts';
import type { PortraitInspection } from '../examiner.ts';
import { verdictThresholds } from '../verdict/thresholds.ts';
import { decodePicture, freePixels } from './decodePicture.ts';
import { mediaTypeOf, PictureError } from './requirePlainPicture.ts';

/** Width of a face in pixels: below it, portraits of one person are told apart too often. */
const MIN_FACE_PIXELS = 55;

/** Looks for the one face of a credential's portrait. An icon or a strip has none. */
export async function inspectPortrait(eye: FaceEngine | null, file: Uint8Array): Promise<PortraitInspection> {
  try {
    const picture = await decodePicture(file, sizeLimits.portraitMinSide);
    try {
      const mediaType = mediaTypeOf(file)!;
      const { faces, face } = eye ? measure(eye, picture, verdictThresholds) : { faces: 1, face: null };
      if (faces !== 1) return { use: 'no_face', file: null };
      if (face && face.width < MIN_FACE_PIXELS) return { use: 'too_small', file: null };
      return { use: 'usable', file: { bytes: file, mediaType } };
    } finally {
      freePixels(picture);
    }
  } catch (error) {
    if (!(error instanceof PictureError)) throw error;
    return { use: error.code === 'image_too_small' ? 'too_small' : 'unreadable', file: null };
  }
}
