import { concat, utf8 } from '../bytes/bytes.ts';
import {
  BYTE_KEY_PREFIX,
  type CborKey,
  type CborMap,
  type CborValue,
  SimpleValue,
  Tagged,
} from './cborValue.ts';

/**
 * Encodes values of `decodeCbor`, with the shortest heads and definite lengths (RFC 8949, section 4.2.1); maps keep
 * their order. For a tagged item, the `raw` bytes are written unchanged.
 */
export function encodeCbor(value: CborValue): Uint8Array {
  if (typeof value === 'number') return Number.isSafeInteger(value) ? integer(BigInt(value)) : float(value);
  if (typeof value === 'bigint') return integer(value);
  if (typeof value === 'string') return sized(3, utf8(value));
  if (value === false) return Uint8Array.of(0xf4);
  if (value === true) return Uint8Array.of(0xf5);
  if (value === null) return Uint8Array.of(0xf6);
  if (value === undefined) return Uint8Array.of(0xf7);
  if (value instanceof Uint8Array) return sized(2, value);
  if (Array.isArray(value)) return concat(cborHead(4, value.length), ...value.map(encodeCbor));
  if (value instanceof Tagged)
    return value.raw.length > 0 ? value.raw : concat(cborHead(6, value.tag), encodeCbor(value.value));
  if (value instanceof SimpleValue) return cborHead(7, value.number);
  return concat(cborHead(5, value.size), ...entries(value));
}

/** Embeds an encoded item: tag 24 around a byte string. */
export function embedded(bytes: Uint8Array): Tagged {
  return new Tagged(24, bytes);
}

/** A map of text keys; members that are undefined are left out. */
export function cborMap(members: Record<string, CborValue>): CborMap {
  return new Map(Object.entries(members).filter(([, value]) => value !== undefined));
}

/** The head of an item: its major type, and its number or length. */
export function cborHead(major: number, length: number | bigint): Uint8Array {
  const kind = major << 5;
  if (length < 24) return Uint8Array.of(kind | Number(length));
  const [info, size] =
    length < 0x100 ? [24, 1] : length < 0x10000 ? [25, 2] : length < 2 ** 32 ? [26, 4] : [27, 8];
  const head = Buffer.alloc(1 + size);
  head[0] = kind | info;
  if (size === 8) head.writeBigUInt64BE(BigInt(length), 1);
  else head.writeUIntBE(Number(length), 1, size);
  return new Uint8Array(head);
}

function integer(value: bigint): Uint8Array {
  return value < 0n ? cborHead(1, -1n - value) : cborHead(0, value);
}

function float(value: number): Uint8Array {
  const bytes = new Uint8Array(9);
  bytes[0] = 0xfb;
  new DataView(bytes.buffer).setFloat64(1, value);
  return bytes;
}

function sized(major: number, bytes: Uint8Array): Uint8Array {
  return concat(cborHead(major, bytes.length), bytes);
}

function entries(map: CborMap): Uint8Array[] {
  return [...map].flatMap(([key, value]) => [keyBytes(key), encodeCbor(value)]);
}

function keyBytes(key: CborKey): Uint8Array {
  const isBytes = typeof key === 'string' && key.startsWith(BYTE_KEY_PREFIX);
  return encodeCbor(isBytes ? new Uint8Array(Buffer.from(key.slice(BYTE_KEY_PREFIX.length), 'hex')) : key);
}
