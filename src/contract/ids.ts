import * as z from 'zod/mini';

/** The kinds of id: TypeIDs, a prefix that names the resource and a UUIDv7 in Crockford's base32. */
export type IdPrefix =
  | 'case'
  | 'bio'
  | 'aml'
  | 'watch'
  | 'batch'
  | 'evt'
  | 'we'
  | 'req'
  | 'key'
  | 'ses'
  | 'job'
  | 'log';

const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';

let last = { now: 0, count: 0 };

/**
 * A new id, sortable by time; ids that one process makes within a millisecond sort in the order they were made
 * (RFC 9562, section 6.2, method 1).
 * @param now milliseconds since 1970; part of the id.
 * @see https://github.com/jetify-com/typeid (the TypeID specification 0.3)
 */
export function newId(prefix: IdPrefix, now: number = Date.now()): string {
  const bytes = random16();
  for (let index = 0; index < 6; index++) bytes[index] = Math.floor(now / 2 ** (8 * (5 - index))) % 256;
  const seed = ((bytes[6]! & 0x07) << 8) | bytes[7]!;
  last = { now, count: now === last.now ? (last.count + 1) & 0x0fff : seed };
  bytes[6] = 0x70 | (last.count >> 8);
  bytes[7] = last.count & 0xff;
  bytes[8] = 0x80 | (bytes[8]! & 0x3f);
  return `${prefix}_${encodeTypeIdSuffix(bytes)}`;
}

/** Whether a text is a well-formed id of that kind. */
export function isId(prefix: IdPrefix, text: string): boolean {
  return text.startsWith(`${prefix}_`) && /^[0-7][0-9a-hjkmnp-tv-z]{25}$/.test(text.slice(prefix.length + 1));
}

/** The schema of an id of that kind. */
export function idSchema(prefix: IdPrefix): z.ZodMiniString {
  return z.string().check(z.regex(new RegExp(`^${prefix}_[0-7][0-9a-hjkmnp-tv-z]{25}$`)));
}

/** 16 bytes as the 26 digits of a TypeID: 130 bits of base32, the two first of them zero. */
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

/** Random bytes from a supply: the platform's generator costs as much for 4 kB as for 16 bytes. */
function random16(): Uint8Array {
  if (pool.length === 0) pool = crypto.getRandomValues(new Uint8Array(4096));
  const bytes = pool.slice(0, 16);
  pool = pool.subarray(16);
  return bytes;
}
