import { plainSizeOf } from '../vision/PixelReader.ts';
import type { CameraLumas } from './find/grey.ts';

/** Reads the lumas of frames in sequence from cameras that give them apart from the colours. Each result overwrites the previous one. */
export class LumaReader {
  readonly #longestSide: number;
  #bytes = new Uint8Array();

  /** @param longestSide of a frame that is read. */
  constructor(longestSide: number) {
    this.#longestSide = longestSide;
  }

  /** @returns null where the pixels have to be read: another format, or a frame that has to be scaled or turned. */
  async read(frame: ImageBitmap | VideoFrame): Promise<CameraLumas | null> {
    const size = plainSizeOf(frame, this.#longestSide);
    if (!size || !('copyTo' in frame) || !PLANES.includes(frame.format ?? '')) return null;
    try {
      const bytes = frame.allocationSize();
      if (this.#bytes.length !== bytes) this.#bytes = new Uint8Array(bytes);
      const [{ offset, stride }] = (await frame.copyTo(this.#bytes)) as [PlaneLayout];
      const lumas = this.#bytes.subarray(offset, offset + stride * size.height);
      return { ...size, lumas, stride, isLimited: frame.colorSpace.fullRange !== true };
    } catch {
      // The browser cannot copy this frame: the caller reads its pixels.
      return null;
    }
  }
}

/** Formats of 8 bits whose first plane has the lumas, one for each pixel. */
const PLANES = ['I420', 'I420A', 'I422', 'I422A', 'I444', 'I444A', 'NV12'];
