import { concat } from '../credentials/bytes/bytes.ts';

/** Writes DER (X.690) for the certificates of the test authority. */
export const der = {
  sequence: (...parts: Uint8Array[]) => element(0x30, concat(...parts)),
  set: (...parts: Uint8Array[]) => element(0x31, concat(...parts)),
  explicit: (number: number, content: Uint8Array) => element(0xa0 | number, content),
  implicit: (number: number, content: Uint8Array) => element(0x80 | number, content),
  true: () => element(0x01, Uint8Array.of(0xff)),
  octets: (content: Uint8Array) => element(0x04, content),
  bits: (content: Uint8Array) => element(0x03, concat(Uint8Array.of(0), content)),
  utf8: (text: string) => element(0x0c, new TextEncoder().encode(text)),
  printable: (text: string) => element(0x13, new TextEncoder().encode(text)),
  oid,
  integer,
  namedBits,
  time,
};

function element(tag: number, content: Uint8Array): Uint8Array {
  const { length } = content;
  if (length < 128) return concat(Uint8Array.of(tag, length), content);
  const bytes = [length >> 16, (length >> 8) & 255, length & 255];
  const size = bytes.slice(bytes.findIndex((byte) => byte > 0));
  return concat(Uint8Array.of(tag, 0x80 | size.length, ...size), content);
}

function oid(dotted: string): Uint8Array {
  const [first, second, ...rest] = dotted.split('.').map(Number) as [number, number, ...number[]];
  const bytes = [40 * first + second, ...rest].flatMap((arc) => {
    const septets = [arc & 127];
    for (let left = Math.floor(arc / 128); left > 0; left = Math.floor(left / 128))
      septets.unshift((left & 127) | 128);
    return septets;
  });
  return element(0x06, Uint8Array.from(bytes));
}

/** A non-negative integer, with a leading zero byte if its first bit is set. */
function integer(bytes: Uint8Array | number): Uint8Array {
  const content = typeof bytes === 'number' ? Uint8Array.of(bytes) : bytes;
  return element(0x02, content[0]! & 0x80 ? concat(Uint8Array.of(0), content) : content);
}

/** A bit string with the given bits set, all within the first byte. */
function namedBits(...numbers: number[]): Uint8Array {
  const byte = numbers.reduce((bits, number) => bits | (0x80 >> number), 0);
  const unused = 7 - Math.max(...numbers);
  return element(0x03, Uint8Array.of(unused, byte));
}

/** UTCTime up to 2049. */
function time(at: number): Uint8Array {
  const digits = new Date(at).toISOString().replaceAll(/[-:T]|\.\d+/g, '');
  return element(0x17, new TextEncoder().encode(digits.slice(2)));
}
