/** A CBOR data item (RFC 8949) in JavaScript. Integers beyond 2^53 are `bigint`. */
export type CborValue =
  | number
  | bigint
  | string
  | boolean
  | null
  | undefined
  | Uint8Array
  | CborValue[]
  | CborMap
  | Tagged
  | SimpleValue;

/** The text "1" and the number 1 are different keys. A byte string as a key is represented by the text of `byteKey`. */
export type CborMap = Map<CborKey, CborValue>;

export type CborKey = number | bigint | string;

/**
 * A tagged item. `raw` are the bytes as received, including the tag: digests are computed over these, never over a
 * second encoding.
 */
export class Tagged {
  readonly tag: number;
  readonly value: CborValue;
  readonly raw: Uint8Array;

  constructor(tag: number, value: CborValue, raw: Uint8Array = new Uint8Array()) {
    this.tag = tag;
    this.value = value;
    this.raw = raw;
  }
}

/** An unassigned simple value. */
export class SimpleValue {
  readonly number: number;

  constructor(number: number) {
    this.number = number;
  }
}

/** Prefix of keys that represent byte strings; a text key must not begin with it. */
export const BYTE_KEY_PREFIX = '\0bytes:';

export function byteKey(bytes: Uint8Array): string {
  return BYTE_KEY_PREFIX + Buffer.from(bytes).toString('hex');
}
