import { ApiError } from '../apiError.ts';

/**
 * The key of an Idempotency-Key header: in quotes, as the draft has it, or bare. Both are the same key.
 * @throws {ApiError} `idempotency_key_invalid`
 */
export function bareKey(header: string): string {
  const key = /^"([^"\\]*)"$/.exec(header)?.[1] ?? header;
  if (/^[\x21-\x7e]{1,255}$/.test(key) && !/["\\]/.test(key)) return key;
  const detail = 'A key has 1 to 255 printable ASCII characters without space, quote and backslash.';
  throw new ApiError('idempotency_key_invalid', { detail });
}
