import type { Take } from './Take.ts';

/** A take as one run of bytes: the length of a head (4 bytes, little endian), the head as JSON, then the files. */
export function packTake({ trail, ...rest }: Take): Uint8Array {
  const head = Buffer.from(JSON.stringify({ ...rest, sizes: trail.map((file) => file.length) }));
  const length = Buffer.alloc(4);
  length.writeUInt32LE(head.length);
  return Buffer.concat([length, head, ...trail]);
}

/** What `packTake` packed. */
export function unpackTake(bytes: Buffer): Take {
  const start = 4 + bytes.readUInt32LE();
  const { sizes, ...rest } = JSON.parse(bytes.toString('utf8', 4, start)) as Omit<Take, 'trail'> & {
    sizes: number[];
  };
  let at = start;
  const trail = sizes.map((size) => {
    const file = bytes.subarray(at, at + size);
    at += size;
    return file;
  });
  return { ...rest, trail };
}
