import { isUtf8 } from 'node:buffer';
import { CredentialError } from '../CredentialError.ts';

export function utf8(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

/** @returns null unless the bytes are valid UTF-8. */
export function utf8Text(bytes: Uint8Array): string | null {
  return isUtf8(bytes) ? Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('utf8') : null;
}

export function concat(...parts: Uint8Array[]): Uint8Array {
  const all = Buffer.concat(parts);
  return new Uint8Array(all.buffer, all.byteOffset, all.length);
}

export function isEqual(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && Buffer.compare(a, b) === 0;
}

export function toHex(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('hex');
}

export function toBase64url(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('base64url');
}

/**
 * Decodes base64url without padding (RFC 7515, section 2). Only the canonical encoding is accepted (unused bits are
 * zero), so that a signed text cannot be changed without changing its bytes.
 * @throws {CredentialError} `base64url_malformed`
 */
export function fromBase64url(text: string): Uint8Array {
  const bytes = Buffer.from(text, 'base64url');
  // Node skips characters outside the alphabet; encoding the bytes again detects this.
  if (bytes.toString('base64url') !== text)
    throw new CredentialError('base64url_malformed', 'A value is not canonical base64url without padding.');
  return new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.length);
}

/** Decodes standard base64 with padding, as in `x5c` (RFC 7515, section 4.1.6). @throws {CredentialError} */
export function fromBase64(text: string): Uint8Array {
  const bytes = Buffer.from(text, 'base64');
  if (bytes.toString('base64') !== text)
    throw new CredentialError('certificate_malformed', 'A certificate is not canonical base64 with padding.');
  return new Uint8Array(bytes);
}
