import * as z from 'zod/mini';

/** The kinds of ids: TypeIDs with a prefix for the resource and a UUIDv7 in Crockford's base32. */
export type IdPrefix =
  | 'case'
  | 'bio'
  | 'cred'
  | 'doc'
  | 'aml'
  | 'watch'
  | 'batch'
  | 'evt'
  | 'we'
  | 'req'
  | 'key'
  | 'ses'
  | 'job'
  | 'log'
  | 'rev';

const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';

/**
 * A new id, sortable by time. Ids that one process creates within a millisecond sort in the order of their creation
 * (RFC 9562, section 6.2, method 1).
 * @param now milliseconds since 1970; part of the id.
 * @see https://github.com/jetify-com/typeid (the TypeID specification 0.3)
 */
export function newId(prefix: IdPrefix, now: number = Date.now()): string {
  const bytes = random16();
  for (let index = 0; index < 6; index++) bytes[index] = Math.floor(now / 2 ** (8 * (5 - index))) % 256;
  const count = countOf(now, ((bytes[6]! & 0x07) << 8) | bytes[7]!);
  bytes[6] = 0x70 | (count >> 8);
  bytes[7] = count & 0xff;
  bytes[8] = 0x80 | (bytes[8]! & 0x3f);
  return `${prefix}_${encodeTypeIdSuffix(bytes)}`;
}

/** The last counter for each of the newest milliseconds, because concurrent requests may use different start times. */
const counts = new Map<number, number>();
const MAX_COUNTS = 256;

function countOf(now: number, seed: number): number {
  const before = counts.get(now);
  const count = before === undefined ? seed : (before + 1) & 0x0fff;
  // The map keeps the insertion order: the least recently used millisecond is deleted first.
  counts.delete(now);
  counts.set(now, count);
  if (counts.size > MAX_COUNTS) counts.delete(counts.keys().next().value!);
  return count;
}

/** Whether a text is a well-formed id of the given kind. */
export function isId(prefix: IdPrefix, text: string): boolean {
  return text.startsWith(`${prefix}_`) && /^[0-7][0-9a-hjkmnp-tv-z]{25}$/.test(text.slice(prefix.length + 1));
}

/** The schema of an id of the given kind. */
export function idSchema(prefix: IdPrefix): z.ZodMiniString {
  return z.string().check(z.regex(new RegExp(`^${prefix}_[0-7][0-9a-hjkmnp-tv-z]{25}$`)));
}

/** Encodes 16 bytes as the 26 digits of a TypeID: 130 bits of base32, the first two of them zero. */
export function encodeTypeIdSuffix(bytes: Uint8Array): string {
  let [suffix, rest, bits] = ['', 0, 2];
  for (const byte of bytes) {
    rest = (rest << 8) | byte;
    for (bits += 8; bits >= 5; rest &= (1 << bits) - 1) {
      bits -= 5;
      suffix += ALPHABET[rest >> bits];
    }
  }
  return suffix;
}

let pool = new Uint8Array(0);

/** Random bytes from a buffer: the platform's generator takes as long for 4 kB as for 16 bytes. */
function random16(): Uint8Array {
  if (pool.length === 0) pool = crypto.getRandomValues(new Uint8Array(4096));
  const bytes = pool.slice(0, 16);
  pool = pool.subarray(16);
  return bytes;
}
