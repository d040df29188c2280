import type { Mode } from './mode.ts';

/** `secret`: the API key of the customer's back end. `session`: the key of a page, for one case. */
export type KeyKind = 'secret' | 'session';

const PREFIX = { secret: 'idv', session: 'idvs' } as const;
const FORM = /^(idvs?)_(live|test)_[0-9A-Za-z]{42}$/;

/**
 * A new key: `idv_live_` (or `idvs_test_` …) + 36 random base62 digits + 6 digits of the CRC-32 of all preceding
 * characters.
 */
export function generateKey(kind: KeyKind, mode: Mode): string {
  const body = `${PREFIX[kind]}_${mode}_${randomBase62(36)}`;
  return body + checksum(body);
}

/** Parses kind and mode of a key. `null` if its form or checksum is wrong: the service never issued it. */
export function parseKey(key: string): { kind: KeyKind; mode: Mode } | null {
  const match = FORM.exec(key);
  if (!match || key.slice(-6) !== checksum(key.slice(0, -6))) return null;
  return { kind: match[1] === 'idv' ? 'secret' : 'session', mode: match[2] as Mode };
}

function checksum(body: string): string {
  return encodeBase62(crc32(body), 6);
}

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** Writes a non-negative integer in base62 (`0-9A-Za-z`), padded with `0` on the left to `length` digits. */
function encodeBase62(value: number, length: number): string {
  let digits = '';
  for (let rest = value; rest > 0; rest = Math.floor(rest / 62)) digits = ALPHABET[rest % 62] + digits;
  return digits.padStart(length, '0');
}

/** `length` uniformly random base62 digits from the platform's secure generator. */
export function randomBase62(length: number): string {
  let digits = '';
  while (digits.length < length) {
    for (const byte of crypto.getRandomValues(new Uint8Array(length))) {
      // 248 = 4 × 62: larger bytes are skipped, because they would favour the first digits of the alphabet.
      if (byte < 248 && digits.length < length) digits += ALPHABET[byte % 62];
    }
  }
  return digits;
}

/** CRC-32 (ISO-HDLC, polynomial 0xEDB88320, as in zip and PNG) of an ASCII text; an integer 0 … 2³²−1. */
export function crc32(text: string): number {
  let crc = 0xffffffff;
  for (let index = 0; index < text.length; index++) {
    crc ^= text.charCodeAt(index);
    for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (0xedb88320 & -(crc & 1));
  }
  return ~crc >>> 0;
}
