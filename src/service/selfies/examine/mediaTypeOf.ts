/**
 * What a file is by its first bytes, whatever its sender says: JPEG (ITU-T T.81), PNG (RFC 2083) or WebP (RFC 9649).
 * `null` for anything else, which no decoder gets to see.
 */
export function mediaTypeOf(file: Uint8Array): string | null {
  const head = Buffer.from(file.buffer, file.byteOffset, Math.min(12, file.length)).toString('latin1');
  if (head.startsWith('\xff\xd8\xff')) return 'image/jpeg';
  if (head.startsWith('\x89PNG\r\n\x1a\n')) return 'image/png';
  return head.startsWith('RIFF') && head.slice(8) === 'WEBP' ? 'image/webp' : null;
}
