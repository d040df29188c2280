import sharp from 'sharp';
import { sizeLimits } from '../../../contract/limits.ts';
import { mediaTypeOf, requirePlainPicture, requirePlainProfile } from './requirePlainPicture.ts';

const MIN_SIDE = 16;
/** Maximum size in pixels, for screens with double pixel density. */
const BOX = { width: 640, height: 192 };
const SECONDS = 8;

/**
 * Re-encodes a JPEG, PNG or WebP file as PNG, keeping only its pixels.
 * @returns `null` for a file that cannot be read, is animated, or has a side of less than 16 or more than 4096 pixels.
 */
export async function redrawLogo(file: Uint8Array): Promise<Uint8Array | null> {
  if (!mediaTypeOf(file)) return null;
  const max = sizeLimits.frameMaxSide;
  const options = { limitInputPixels: max ** 2, failOn: 'error', sequentialRead: true } as const;
  try {
    requirePlainPicture(file);
    const { width = 0, height = 0, pages = 1, icc } = await sharp(file, options).metadata();
    requirePlainProfile(icc);
    if (Math.min(width, height) < MIN_SIDE || Math.max(width, height) > max || pages > 1) return null;
    return await sharp(file, options)
      .timeout({ seconds: SECONDS })
      .autoOrient()
      .resize({ ...BOX, fit: 'inside', withoutEnlargement: true })
      .toColourspace('srgb')
      .png({ compressionLevel: 9 })
      .toBuffer();
  } catch {
    // libvips or the checks above refuse the bytes.
    return null;
  }
}
