import { isEqual } from '../bytes/bytes.ts';
import { CredentialError } from '../CredentialError.ts';

/** One element of DER (X.690): its tag, all its bytes, and its content. */
export interface Der {
  tag: number;
  raw: Uint8Array;
  content: Uint8Array;
}

export const TAG = {
  boolean: 0x01,
  integer: 0x02,
  bitString: 0x03,
  octetString: 0x04,
  oid: 0x06,
  enumerated: 0x0a,
  utf8: 0x0c,
  sequence: 0x30,
  set: 0x31,
  utcTime: 0x17,
  generalizedTime: 0x18,
} as const;

/** Limit for certificates and revocation lists: no issuer's list of credentials is longer. */
const MAX_ELEMENTS = 300_000;

/** Reads one element that fills its bytes. @throws {CredentialError} `certificate_malformed` */
export function readDer(bytes: Uint8Array): Der {
  const element = elementAt(bytes, 0);
  if (element.raw.length !== bytes.length) throw malformed('bytes after the element');
  return element;
}

/** Reads an element of one kind that fills its bytes. @throws {CredentialError} `certificate_malformed` */
export function readDerAs(bytes: Uint8Array, tag: number): Der {
  return expectTag(readDer(bytes), tag);
}

/** The elements within a constructed one. @throws {CredentialError} `certificate_malformed` */
export function childrenOf({ content }: Der): Der[] {
  const children: Der[] = [];
  let at = 0;
  while (at < content.length) {
    const child = elementAt(content, at);
    children.push(child);
    if (children.length > MAX_ELEMENTS) throw malformed('too many elements');
    at += child.raw.length;
  }
  return children;
}

/** @throws {CredentialError} `certificate_malformed` if the element is missing or of another kind */
export function expectTag(element: Der | undefined, tag: number): Der {
  if (element?.tag !== tag) throw malformed('another element than expected');
  return element;
}

/** An object identifier in dotted form. @throws {CredentialError} `certificate_malformed` */
export function readOid(element: Der | undefined): string {
  const { content } = expectTag(element, TAG.oid);
  if (content.length === 0 || content.length > 64 || content.at(-1)! & 0x80)
    throw malformed('an object identifier that does not end');
  const arcs: bigint[] = [];
  let value = 0n;
  for (const byte of content) {
    value = (value << 7n) | BigInt(byte & 0x7f);
    if (byte & 0x80) continue;
    arcs.push(value);
    value = 0n;
  }
  const [first, ...rest] = arcs as [bigint, ...bigint[]];
  const top = first < 40n ? 0n : first < 80n ? 1n : 2n;
  return [top, first - 40n * top, ...rest].join('.');
}

/** The bits of a bit string that fills whole bytes. @throws {CredentialError} `certificate_malformed` */
export function readWholeBits(element: Der | undefined): Uint8Array {
  const { content } = expectTag(element, TAG.bitString);
  if (content[0] !== 0) throw malformed('a bit string of no whole bytes');
  return content.subarray(1);
}

/** Bits by their number, the first is 0. @throws {CredentialError} `certificate_malformed` */
export function readNamedBits(element: Der | undefined): Set<number> {
  const { content } = expectTag(element, TAG.bitString);
  if (content.length === 0 || content.length > 5 || content[0]! > 7)
    throw malformed('a bit string of no bits');
  const bits = new Set<number>();
  for (let bit = 0; bit < 8 * (content.length - 1) - content[0]!; bit++)
    if (content[1 + (bit >> 3)]! & (0x80 >> (bit & 7))) bits.add(bit);
  return bits;
}

export type BooleanEncoding = 'DER' | 'BER';

/**
 * DER writes true as 0xff alone.
 * @param encoding BER writes true as any other byte than 0
 * @throws {CredentialError} `certificate_malformed`
 */
export function readBoolean({ content }: Der, encoding: BooleanEncoding = 'DER'): boolean {
  const isStrict = content[0] === 0 || content[0] === 0xff;
  if (content.length !== 1 || !(isStrict || encoding === 'BER')) throw malformed('no boolean');
  return content[0] !== 0;
}

/** A whole number from 0 to 2^31. @throws {CredentialError} `certificate_malformed` */
export function readSmallInteger(element: Der): number {
  const { content } = expectTag(element, TAG.integer);
  if (content.length === 0 || content.length > 4 || content[0]! & 0x80) throw malformed('no small number');
  return content.reduce((value, byte) => value * 256 + byte, 0);
}

/** UTCTime or GeneralizedTime as RFC 5280 writes them. @returns milliseconds since 1970. @throws {CredentialError} */
export function readTime(element: Der | undefined): number {
  const text = Buffer.from(element?.content ?? []).toString('latin1');
  const isUtc = element?.tag === TAG.utcTime && /^\d{12}Z$/.test(text);
  if (!isUtc && !(element?.tag === TAG.generalizedTime && /^\d{14}Z$/.test(text))) throw malformed('no time');
  const full = isUtc ? `${text.slice(0, 2) < '50' ? '20' : '19'}${text}` : text;
  const [, year, month, day, hour, minute, second] = /^(....)(..)(..)(..)(..)(..)Z$/.exec(full)!;
  const at = Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`);
  if (Number.isNaN(at)) throw malformed('a time that does not exist');
  return at;
}

/**
 * Whether any SEQUENCE in `bytes` begins with the INTEGER `number`. @throws {CredentialError} `certificate_malformed`
 */
export function hasSequenceOf(bytes: Uint8Array, number: Uint8Array): boolean {
  let isFound = false;
  let elements = 0;
  for (let at = 0; at < bytes.length; ) {
    const entry = boundsAt(bytes, at);
    const first = boundsAt(bytes, entry.from);
    if (bytes[at] !== TAG.sequence || bytes[entry.from] !== TAG.integer || first.to > entry.to)
      throw malformed('another element than expected');
    if (++elements > MAX_ELEMENTS) throw malformed('too many elements');
    const isAlike = first.to - first.from === number.length && bytes[first.to - 1] === number.at(-1);
    isFound ||= isAlike && isEqual(bytes.subarray(first.from, first.to), number);
    at = entry.to;
  }
  return isFound;
}

function elementAt(bytes: Uint8Array, start: number): Der {
  const { from, to } = boundsAt(bytes, start);
  return { tag: bytes[start]!, raw: bytes.subarray(start, to), content: bytes.subarray(from, to) };
}

/** The start and the end of an element's content. */
function boundsAt(bytes: Uint8Array, start: number): { from: number; to: number } {
  const tag = bytes[start];
  let length = bytes[start + 1];
  if (tag === undefined || length === undefined) throw malformed('an element that is cut off');
  if ((tag & 0x1f) === 0x1f) throw malformed('a tag of several bytes');
  let at = start + 2;
  if (length & 0x80) {
    const size = length & 0x7f;
    if (size === 0 || size > 3 || at + size > bytes.length) throw malformed('a length that is none');
    length = 0;
    for (const byte of bytes.subarray(at, at + size)) length = length * 256 + byte;
    if (length < 128 || length < 256 ** (size - 1)) throw malformed('a length that is longer than needed');
    at += size;
  }
  if (at + length > bytes.length) throw malformed('an element that is cut off');
  return { from: at, to: at + length };
}

function malformed(problem: string): CredentialError {
  return new CredentialError('certificate_malformed', `The DER has ${problem}.`);
}
