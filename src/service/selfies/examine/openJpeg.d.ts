/** The used part of OpenJPEG in WebAssembly. It reports an error by a C++ exception, or by a picture without pixels. */
declare module '@cornerstonejs/codec-openjpeg/decodewasmjs' {
  interface Decoder {
    /** A buffer of `length` bytes for the file, in the decoder's memory. */
    getEncodedBuffer(length: number): Uint8Array;
    decode(): void;
    getFrameInfo(): { width: number; height: number; componentCount: number; bitsPerSample: number };
    /** The decoded values, interleaved by pixel. */
    getDecodedBuffer(): Uint8ClampedArray;
  }

  export interface Codec {
    J2KDecoder: new () => Decoder;
  }

  export default function load(options: { print(): void; printErr(): void }): Promise<Codec>;
}
