import { float16 } from '../net/float16.ts';

/** Little endian IEEE 754 binary16 numbers as float32. */
export function halvesToFloats(bytes: Uint8Array): Float32Array {
  return Float32Array.from({ length: bytes.length / 2 }, (_, i) =>
    float16(bytes[2 * i]! | (bytes[2 * i + 1]! << 8)),
  );
}
