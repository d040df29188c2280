import type { Picture } from './picture.ts';

/** Reads the pixels of frames in sequence. Each result overwrites the previous one. */
export class PixelReader {
  readonly #longestSide: number;
  #canvas: OffscreenCanvasRenderingContext2D | undefined;
  #bytes = new Uint8Array();
  #converts: Promise<boolean> | undefined;

  /** @param longestSide larger frames are scaled down. For faces: the input of the models is 128 and 192 pixels wide. */
  constructor(longestSide = 640) {
    this.#longestSide = longestSide;
  }

  async read(frame: ImageBitmap | VideoFrame): Promise<Picture> {
    return (await this.#copied(frame)) ?? this.#drawn(frame);
  }

  /**
   * Copies the pixels directly from the camera's format, in a fifth of the time of a canvas. Requires a frame that
   * needs neither scaling nor rotation, and a browser that converts the format, unless no conversion is needed.
   */
  async #copied(frame: ImageBitmap | VideoFrame): Promise<Picture | null> {
    const plain = plainSizeOf(frame, this.#longestSide);
    if (!plain || !('copyTo' in frame)) return null;
    const { width, height } = plain;
    const size = width * height * 4;
    try {
      if (frame.format !== 'RGBA' && frame.format !== 'RGBX' && !(await this.#canConvert())) return null;
      if (frame.allocationSize({ format: 'RGBA' }) !== size) return null;
      if (this.#bytes.length !== size) this.#bytes = new Uint8Array(size);
      await frame.copyTo(this.#bytes, { format: 'RGBA' });
      return { width, height, data: this.#bytes, channels: 4 };
    } catch {
      // The browser cannot copy this frame as RGBA: the caller draws it instead.
      return null;
    }
  }

  #canConvert(): Promise<boolean> {
    this.#converts ??= convertsFrames();
    return this.#converts;
  }

  #drawn(frame: ImageBitmap | VideoFrame): Picture {
    const [w, h] =
      'displayWidth' in frame ? [frame.displayWidth, frame.displayHeight] : [frame.width, frame.height];
    const shrink = Math.min(1, this.#longestSide / Math.max(w, h));
    const [width, height] = [Math.round(w * shrink), Math.round(h * shrink)];
    if (this.#canvas?.canvas.width !== width || this.#canvas.canvas.height !== height) {
      // The canvas is read back for every frame. `willReadFrequently` keeps it in main memory, which is several times
      // faster.
      this.#canvas = new OffscreenCanvas(width, height).getContext('2d', {
        willReadFrequently: true,
        alpha: false,
      })!;
    }
    this.#canvas.drawImage(frame, 0, 0, width, height);
    return { width, height, data: this.#canvas.getImageData(0, 0, width, height).data, channels: 4 };
  }
}

/** The size of a frame that needs neither scaling nor rotation; else null. */
export function plainSizeOf(
  frame: ImageBitmap | VideoFrame,
  longestSide: number,
): { width: number; height: number } | null {
  if (!('copyTo' in frame) || !frame.visibleRect) return null;
  const { width, height } = frame.visibleRect;
  const isAsShown = width === frame.displayWidth && height === frame.displayHeight;
  return isAsShown && Math.max(width, height) <= longestSide && !isTurned(frame) ? { width, height } : null;
}

/**
 * Whether `copyTo` honours the requested format. WebKit 2.50 ignores it: a frame in BGRA yields the requested number of
 * bytes with red and blue swapped. Tests one pixel of known color.
 */
async function convertsFrames(): Promise<boolean> {
  const [blue, green, red] = [50, 100, 200];
  const init = { format: 'BGRA', codedWidth: 1, codedHeight: 1, timestamp: 0 } as const;
  const pixel = new VideoFrame(new Uint8Array([blue, green, red, 255]), init);
  try {
    const bytes = new Uint8Array(4);
    await pixel.copyTo(bytes, { format: 'RGBA' });
    return bytes[0] === red && bytes[2] === blue;
  } finally {
    pixel.close();
  }
}

/** Whether the frame is rotated or mirrored, as phones do. Not every browser has these new members of VideoFrame. */
function isTurned(frame: VideoFrame): boolean {
  const { rotation, flip } = frame as { rotation?: number; flip?: boolean };
  return Boolean(rotation || flip);
}
