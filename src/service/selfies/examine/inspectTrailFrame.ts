import sharp from 'sharp';
import { limits } from '../../../contract/limits.ts';
import type { PictureProblem } from '../examiner.ts';
import { mediaTypeOf } from './mediaTypeOf.ts';
import { requirePlainPicture } from './requirePlainPicture.ts';
import { requirePlainProfile } from './requirePlainProfile.ts';

/** What the head of a trail frame says against it: its type or the size of its shorter side; `null` for a good one. */
export async function inspectTrailFrame(file: Uint8Array): Promise<PictureProblem | null> {
  const type = mediaTypeOf(file);
  if (type !== 'image/jpeg' && type !== 'image/webp') return 'image_unreadable';
  try {
    requirePlainPicture(file);
    const { width, height, pages = 1, icc } = await sharp(file).metadata();
    requirePlainProfile(icc);
    const [shorter, longer] = [Math.min(width, height), Math.max(width, height)];
    if (pages > 1) return 'image_unreadable';
    if (shorter < limits.trailShorterSide.min) return 'image_too_small';
    return shorter > limits.trailShorterSide.max || longer > LONGEST ? 'image_too_large' : null;
  } catch {
    return 'image_unreadable';
  }
}

/** Pixels of the longer side: no camera is wider than 21:9. */
const LONGEST = 1500;
