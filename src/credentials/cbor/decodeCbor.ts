import { isUtf8 } from 'node:buffer';
import { CredentialError } from '../CredentialError.ts';
import {
  BYTE_KEY_PREFIX,
  byteKey,
  type CborKey,
  type CborMap,
  type CborValue,
  SimpleValue,
  Tagged,
} from './cborValue.ts';

/** Size limits of one item. Anything larger is refused before memory is allocated for it. */
export interface CborLimits {
  bytes: number;
  /** Nesting depth of arrays, maps and tags. */
  depth: number;
  /** Number of data items, including keys. */
  items: number;
}

export const CREDENTIAL_LIMITS: CborLimits = { bytes: 1 << 20, depth: 16, items: 20_000 };

const INDEFINITE = -1;
const BREAK = Symbol('break');

/**
 * Decodes one CBOR data item (RFC 8949) that fills its bytes. Accepts overlong heads and indefinite lengths, as real
 * issuers write them; refuses duplicate keys, invalid UTF-8, and bytes after the item.
 * @throws {CredentialError} `cbor_malformed`, `cbor_limit_exceeded`
 */
export function decodeCbor(bytes: Uint8Array, limits: CborLimits = CREDENTIAL_LIMITS): CborValue {
  if (bytes.length > limits.bytes) throw limitExceeded(`${limits.bytes} bytes`);
  const reader = new Reader(bytes, limits);
  const value = reader.item(0);
  if (value === BREAK) throw malformed('a break outside of an item of indefinite length');
  if (reader.at !== bytes.length) throw malformed('bytes after the item');
  return value;
}

class Reader {
  at = 0;
  #items = 0;
  readonly #bytes: Uint8Array;
  readonly #view: DataView;
  readonly #limits: CborLimits;

  constructor(bytes: Uint8Array, limits: CborLimits) {
    this.#bytes = bytes;
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
    this.#limits = limits;
  }

  item(depth: number): CborValue | typeof BREAK {
    if (depth > this.#limits.depth) throw limitExceeded(`${this.#limits.depth} levels`);
    if (++this.#items > this.#limits.items) throw limitExceeded(`${this.#limits.items} items`);
    const start = this.at;
    this.#need(1);
    const head = this.#bytes[this.at++]!;
    const major = head >> 5;
    const info = head & 31;
    if (major === 7) return this.#simple(info);
    const length = this.#argument(info, major);
    if (major === 0) return length;
    if (major === 1) return typeof length === 'bigint' ? -1n - length : negative(length);
    if (typeof length === 'bigint') throw malformed('a length beyond the bytes');
    if (major === 2) return length === INDEFINITE ? this.#chunks(2) : this.#take(length);
    if (major === 3) return text(length === INDEFINITE ? this.#chunks(3) : this.#take(length));
    if (major === 4) return this.#array(length, depth);
    if (major === 5) return this.#map(length, depth);
    const value = this.#value(depth + 1);
    return new Tagged(length, value, this.#bytes.subarray(start, this.at));
  }

  /** Decodes an item where a break code is not allowed. */
  #value(depth: number): CborValue {
    const value = this.item(depth);
    if (value === BREAK) throw malformed('a break in the place of an item');
    return value;
  }

  #argument(info: number, major: number): number | bigint {
    if (info < 24) return info;
    if (info === 31 && major >= 2 && major <= 5) return INDEFINITE;
    if (info > 27) throw malformed('a reserved length');
    const size = 1 << (info - 24);
    this.#need(size);
    const at = this.at;
    this.at += size;
    if (size === 1) return this.#view.getUint8(at);
    if (size === 2) return this.#view.getUint16(at);
    if (size === 4) return this.#view.getUint32(at);
    const value = this.#view.getBigUint64(at);
    return value <= BigInt(Number.MAX_SAFE_INTEGER) ? Number(value) : value;
  }

  #array(length: number, depth: number): CborValue[] {
    const values: CborValue[] = [];
    if (length !== INDEFINITE) {
      this.#need(length);
      while (values.length < length) values.push(this.#value(depth + 1));
      return values;
    }
    for (;;) {
      const value = this.item(depth + 1);
      if (value === BREAK) return values;
      values.push(value);
    }
  }

  #map(length: number, depth: number): CborMap {
    const map: CborMap = new Map();
    if (length !== INDEFINITE) this.#need(2 * length);
    for (let count = 0; length === INDEFINITE || count < length; count++) {
      const name = this.item(depth + 1);
      if (name === BREAK) {
        if (length === INDEFINITE) return map;
        throw malformed('a break in the place of a key');
      }
      const key = keyOf(name);
      if (map.has(key)) throw malformed('a map with the same key twice');
      map.set(key, this.#value(depth + 1));
    }
    return map;
  }

  /** A string of indefinite length: chunks of the same major type, each of definite length. */
  #chunks(major: 2 | 3): Uint8Array {
    const chunks: Uint8Array[] = [];
    for (;;) {
      this.#need(1);
      const head = this.#bytes[this.at++]!;
      if (head === 0xff) return new Uint8Array(Buffer.concat(chunks));
      if (head >> 5 !== major) throw malformed('a chunk of another kind');
      if (++this.#items > this.#limits.items) throw limitExceeded(`${this.#limits.items} items`);
      const length = this.#argument(head & 31, major);
      if (typeof length === 'bigint' || length === INDEFINITE) throw malformed('a chunk without a length');
      const chunk = this.#take(length);
      if (major === 3) text(chunk);
      chunks.push(chunk);
    }
  }

  #simple(info: number): CborValue | typeof BREAK {
    if (info === 20) return false;
    if (info === 21) return true;
    if (info === 22) return null;
    if (info === 23) return undefined;
    if (info === 31) return BREAK;
    if (info < 20) return new SimpleValue(info);
    if (info > 27) throw malformed('a reserved simple value');
    const size = 1 << (info - 24);
    this.#need(size);
    const at = this.at;
    this.at += size;
    if (info === 25) return halfFloat(this.#view.getUint16(at));
    if (info === 26) return this.#view.getFloat32(at);
    if (info === 27) return this.#view.getFloat64(at);
    const number = this.#view.getUint8(at);
    if (number < 32) throw malformed('a simple value in two bytes that has one of its own');
    return new SimpleValue(number);
  }

  #take(length: number): Uint8Array {
    this.#need(length);
    this.at += length;
    return this.#bytes.subarray(this.at - length, this.at);
  }

  #need(length: number): void {
    if (length > this.#bytes.length - this.at) throw malformed('a length beyond the bytes');
  }
}

function keyOf(value: CborValue): CborKey {
  if (typeof value === 'number' && Number.isSafeInteger(value)) return value;
  if (typeof value === 'bigint') return value;
  if (value instanceof Uint8Array) return byteKey(value);
  if (typeof value === 'string' && !value.startsWith(BYTE_KEY_PREFIX)) return value;
  throw malformed('a key that is neither a whole number, text nor bytes');
}

function negative(length: number): number | bigint {
  return Number.isSafeInteger(-1 - length) ? -1 - length : -1n - BigInt(length);
}

function text(bytes: Uint8Array): string {
  if (!isUtf8(bytes)) throw malformed('text that is not UTF-8');
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('utf8');
}

/** IEEE 754 half precision; RFC 8949, appendix D. */
function halfFloat(half: number): number {
  const sign = half & 0x8000 ? -1 : 1;
  const exponent = (half >> 10) & 31;
  const fraction = half & 1023;
  if (exponent === 31) return fraction ? Number.NaN : sign * Number.POSITIVE_INFINITY;
  if (exponent === 0) return sign * fraction * 2 ** -24;
  return sign * (1024 + fraction) * 2 ** (exponent - 25);
}

function malformed(problem: string): CredentialError {
  return new CredentialError('cbor_malformed', `The CBOR has ${problem}.`);
}

function limitExceeded(limit: string): CredentialError {
  return new CredentialError('cbor_limit_exceeded', `The CBOR is larger than ${limit}.`);
}
