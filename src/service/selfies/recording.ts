/** The recording that the step frames of a capture belong to, as the page sent it. */
export interface Recording {
  /** Small picture files, in order of time. */
  trail: Uint8Array[];
  /** Milliseconds, rising from 0: one for each frame of the trail, and one for each step picture. */
  trailTimes: number[];
  times: number[];
  cameraLabel: string | null;
}

/**
 * Packs a recording into bytes: the length of a header (4 bytes, little endian), the header as JSON, then the files.
 */
export function packRecording({ trail, ...rest }: Recording): Uint8Array {
  const head = Buffer.from(JSON.stringify({ ...rest, sizes: trail.map((file) => file.length) }));
  const length = Buffer.alloc(4);
  length.writeUInt32LE(head.length);
  return Buffer.concat([length, head, ...trail]);
}

/** The inverse of `packRecording`. */
export function unpackRecording(bytes: Buffer): Recording {
  const start = 4 + bytes.readUInt32LE();
  const { sizes, ...rest } = JSON.parse(bytes.toString('utf8', 4, start)) as Omit<Recording, 'trail'> & {
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
