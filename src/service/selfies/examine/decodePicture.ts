import sharp from 'sharp';
import { limits } from '../../../contract/limits.ts';
import type { Picture } from '../../../vision/index.ts';
import { largestSide } from './largestSide.ts';
import { mediaTypeOf } from './mediaTypeOf.ts';
import { PictureError } from './PictureError.ts';
import { PoolError } from './PoolError.ts';
import { requirePlainPicture } from './requirePlainPicture.ts';
import { requirePlainProfile } from './requirePlainProfile.ts';

/** One picture is decoded at a time by one process: the service shares its machine with its database. */
sharp.concurrency(1);
sharp.cache(false);

const SECONDS = 8;
/** Less than this of them from the machine says nothing of the picture. */
const LEAST_CPU_SECONDS = SECONDS / 2;

/**
 * Decodes a whole JPEG, PNG or WebP file, turned as its EXIF says, in sRGB without alpha, scaled down to what there is
 * to be measured. Its size is checked before a pixel is decoded, so that a small file can't unpack into more memory
 * than a frame may have.
 * @param minSide pixels that each side must have.
 * @throws {PictureError}
 * @throws {PoolError} `starved` if the machine gave it no time.
 */
export async function decodePicture(file: Uint8Array, minSide: number): Promise<Picture> {
  if (!mediaTypeOf(file)) throw new PictureError('image_unreadable');
  requirePlainPicture(file);
  const max = limits.frameMaxSide;
  const options = { limitInputPixels: max ** 2, failOn: 'error', sequentialRead: true } as const;
  const before = process.cpuUsage();
  try {
    const { width = 0, height = 0, pages = 1, icc } = await sharp(file, options).metadata();
    if (Math.min(width, height) < minSide) throw new PictureError('image_too_small');
    if (Math.max(width, height) > max) throw new PictureError('image_too_large');
    if (pages > 1) throw new PictureError('image_unreadable');
    requirePlainProfile(icc);
    const { data, info } = await sharp(file, options)
      .timeout({ seconds: SECONDS })
      .autoOrient()
      .resize(largestSide, largestSide, { fit: 'inside', withoutEnlargement: true })
      .flatten()
      .toColourspace('srgb')
      .raw({ depth: 'uchar' })
      .toBuffer({ resolveWithObject: true });
    return { width: info.width, height: info.height, data, channels: 3 };
  } catch (error) {
    if (error instanceof PictureError) throw error;
    if (error instanceof Error && /^timeout/.test(error.message)) {
      const { user, system } = process.cpuUsage(before);
      if ((user + system) / 1e6 < LEAST_CPU_SECONDS) throw new PoolError('starved', { cause: error });
    }
    const tooLarge = error instanceof Error && /pixel limit/.test(error.message);
    throw new PictureError(tooLarge ? 'image_too_large' : 'image_unreadable', { cause: error });
  }
}
