import type { Picture } from './Picture.ts';

/** Larger frames are scaled down before they are measured: the models see 128 and 192 pixels anyway. */
const longestSide = 640;

/** Gets the pixels of frames, one after the other; what it returned last is overwritten by the next. */
export class PixelReader {
  #canvas: OffscreenCanvasRenderingContext2D | undefined;
  #bytes = new Uint8Array();

  async read(frame: ImageBitmap | VideoFrame): Promise<Picture> {
    return (await this.#copied(frame)) ?? this.#drawn(frame);
  }

  /**
   * Straight from the camera's own format, a fifth of the time that a canvas takes; for a frame that needs neither
   * scaling nor turning, where the browser can convert. One that can't either throws or passes over the format,
   * and then wants another number of bytes.
   */
  async #copied(frame: ImageBitmap | VideoFrame): Promise<Picture | null> {
    if (!('copyTo' in frame) || !frame.visibleRect) return null;
    const { width, height } = frame.visibleRect;
    const isAsShown = width === frame.displayWidth && height === frame.displayHeight;
    if (!isAsShown || Math.max(width, height) > longestSide || isTurned(frame)) return null;
    const size = width * height * 4;
    try {
      if (frame.allocationSize({ format: 'RGBA' }) !== size) return null;
      if (this.#bytes.length !== size) this.#bytes = new Uint8Array(size);
      await frame.copyTo(this.#bytes, { format: 'RGBA' });
      return { width, height, data: this.#bytes, channels: 4 };
    } catch {
      return null;
    }
  }

  #drawn(frame: ImageBitmap | VideoFrame): Picture {
    const [w, h] =
      'displayWidth' in frame ? [frame.displayWidth, frame.displayHeight] : [frame.width, frame.height];
    const shrink = Math.min(1, longestSide / Math.max(w, h));
    const [width, height] = [Math.round(w * shrink), Math.round(h * shrink)];
    if (this.#canvas?.canvas.width !== width || this.#canvas.canvas.height !== height) {
      // Read back for every frame: kept in ordinary memory, that is several times quicker.
      this.#canvas = new OffscreenCanvas(width, height).getContext('2d', {
        willReadFrequently: true,
        alpha: false,
      })!;
    }
    this.#canvas.drawImage(frame, 0, 0, width, height);
    return { width, height, data: this.#canvas.getImageData(0, 0, width, height).data, channels: 4 };
  }
}

/** Whether a phone turned or mirrored it; young members of VideoFrame that not every browser has. */
function isTurned(frame: VideoFrame): boolean {
  const { rotation, flip } = frame as { rotation?: number; flip?: boolean };
  return Boolean(rotation || flip);
}
