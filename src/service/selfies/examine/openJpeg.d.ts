/** OpenJPEG in WebAssembly, as far as it is used. A refusal is an exception of C++, or a picture without pixels. */
declare module '@cornerstonejs/codec-openjpeg/decodewasmjs' {
  interface Decoder {
    /** Room for the file, in the memory of the decoder. */
    getEncodedBuffer(length: number): Uint8Array;
    decode(): void;
    getFrameInfo(): { width: number; height: number; componentCount: number; bitsPerSample: number };
    /** The values of all components of a pixel, pixel by pixel. */
    getDecodedBuffer(): Uint8ClampedArray;
  }

  export interface Codec {
    J2KDecoder: new () => Decoder;
  }

  export default function load(options: { print(): void; printErr(): void }): Promise<Codec>;
}
