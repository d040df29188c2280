import { PictureError } from './PictureError.ts';

/**
 * Looks over the colour profile of a picture before its colours are worked out: a profile of a few kilobytes may hold a
 * program of any length (`multiProcessElementsType`), which no camera writes.
 * @see https://www.color.org/specification/ICC.1-2022-05.pdf section 10.16
 * @throws {PictureError} `image_unreadable`
 */
export function requirePlainProfile(profile: Uint8Array | undefined): void {
  if (profile && Buffer.from(profile.buffer, profile.byteOffset, profile.length).includes('mpet'))
    throw new PictureError('image_unreadable');
}
