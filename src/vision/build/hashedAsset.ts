import { createHash } from 'node:crypto';

/** A file to emit with its hash in its name: beside the drop-in, or among the chunks of the library. */
export function hashedAsset(
  name: string,
  extension: string,
  source: string | Uint8Array,
  { isDropIn }: { isDropIn: boolean },
): { type: 'asset'; fileName: string; source: string | Uint8Array } {
  const hash = createHash('sha256').update(source).digest('base64url').slice(0, 8);
  return { type: 'asset', fileName: `${isDropIn ? '' : 'chunks/'}${name}-${hash}${extension}`, source };
}
