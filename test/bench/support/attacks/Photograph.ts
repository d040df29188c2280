import sharp from 'sharp';
import { verdictThresholds } from '../../../../src/service/selfies/verdict/thresholds.ts';
import { type FaceEngine, type Landmarks, measure } from '../../../../src/vision/index.ts';

/** Pixels of a photograph, and where the face is in it. */
export interface Photograph {
  width: number;
  height: number;
  /** RGB, rows from the top. */
  data: Uint8Array;
  landmarks: Landmarks;
  /** Middle and width of the face. */
  face: { x: number; y: number; width: number };
}

/** Reads a photograph that somebody has of a face; `null` if no face is found in it. */
export async function readPhotograph(engine: FaceEngine, file: Buffer): Promise<Photograph | null> {
  const { data, info } = await sharp(file)
    .flatten()
    .toColourspace('srgb')
    .resize(640, 480, { fit: 'cover' })
    .raw()
    .toBuffer({ resolveWithObject: true });
  const picture = { width: info.width, height: info.height, data, channels: 3 as const };
  const { face } = measure(engine, picture, verdictThresholds);
  if (!face?.mesh) return null;
  const { x, y, width } = face;
  return { ...picture, landmarks: face.mesh.landmarks, face: { x, y, width } };
}
