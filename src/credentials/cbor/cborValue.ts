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

/** Text "1" and number 1 are two keys; a key of bytes is the text that `byteKey` makes of it. */
export type CborMap = Map<CborKey, CborValue>;

export type CborKey = number | bigint | string;

/** A tagged item. `raw` are the bytes as received, tag included: digests run over these, never over a second encoding. */
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

/** A simple value without a meaning here. */
export class SimpleValue {
  readonly number: number;

  constructor(number: number) {
    this.number = number;
  }
}

/** A text key may not begin like this: it is how keys of bytes are kept apart. */
export const BYTE_KEY_PREFIX = '\0bytes:';

export function byteKey(bytes: Uint8Array): string {
  return BYTE_KEY_PREFIX + Buffer.from(bytes).toString('hex');
}
