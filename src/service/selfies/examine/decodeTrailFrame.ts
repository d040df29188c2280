import sharp from 'sharp';
import type { Picture } from '../../../vision/index.ts';

/**
 * Decodes a small frame whose head was looked at; `null` for one that turns out to be damaged, or that no camera of a page
 * packs: grey, or with transparency.
 */
export async function decodeTrailFrame(file: Uint8Array): Promise<Picture | null> {
  try {
    const { data, info } = await sharp(file, { failOn: 'error', sequentialRead: true })
      .raw()
      .toBuffer({ resolveWithObject: true });
    return info.channels === 3 ? { width: info.width, height: info.height, data, channels: 3 } : null;
  } catch {
    return null;
  }
}
