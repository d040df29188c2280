import { documentLimits } from '../../contract/documentLimits.ts';

/** Longer side in pixels: the lines of a passport that fills the picture can still be read. */
const SIDE = 960;
const QUALITY = 0.6;
/** Share of its sides in which a picture is sent whose bytes are too many: of a grainy camera, or of a patterned page. */
const SMALLER = 0.7;
/** Milliseconds from one small picture to the next. */
const EACH_MS = 200;
/** Small pictures of one side: about the last three seconds. */
const FRAMES = 14;

interface Small {
  time: number;
  picture: Promise<Blob | null>;
}

/** Keeps the small pictures around a still, which show that it was not put into the place of a camera's picture. */
export class DocumentTrail {
  readonly #canvas = document.createElement('canvas');
  #frames: Small[] = [];

  /** Adds a picture, unless the last one is too recent. */
  add(frame: CanvasImageSource, [width, height]: [number, number], time: number): void {
    if (time - (this.#frames.at(-1)?.time ?? Number.NEGATIVE_INFINITY) < EACH_MS) return;
    const scale = Math.min(1, SIDE / Math.max(width, height));
    const [w, h] = [Math.round(width * scale), Math.round(height * scale)];
    // The same size again would clear it in vain.
    if (this.#canvas.width !== w) this.#canvas.width = w;
    if (this.#canvas.height !== h) this.#canvas.height = h;
    this.#canvas.getContext('2d', { alpha: false })?.drawImage(frame, 0, 0, w, h);
    const picture = new Promise<Blob | null>((resolve) => {
      this.#canvas.toBlob(resolve, 'image/jpeg', QUALITY);
    });
    this.#frames = [...this.#frames, { time, picture }].slice(-FRAMES);
  }

  /** The small pictures so far, and the milliseconds of each since the first. Begins anew. */
  async finish(): Promise<{ trail: Blob[]; times: number[] }> {
    const frames = this.#frames;
    this.#frames = [];
    const packed = await Promise.all(
      frames.map(async ({ time, picture }) => ({ time, blob: await this.#fitting(await picture) })),
    );
    const kept = packed.filter((one): one is { time: number; blob: Blob } => one.blob !== null);
    const zero = kept[0]?.time ?? 0;
    return { trail: kept.map(({ blob }) => blob), times: kept.map(({ time }) => Math.round(time - zero)) };
  }

  /** @returns `null` for a picture that is too large in a smaller size too. */
  async #fitting(blob: Blob | null): Promise<Blob | null> {
    if (!blob || blob.size <= documentLimits.trailFrameBytes) return blob;
    const picture = await createImageBitmap(blob);
    this.#canvas.width = Math.round(picture.width * SMALLER);
    this.#canvas.height = Math.round(picture.height * SMALLER);
    this.#canvas
      .getContext('2d', { alpha: false })
      ?.drawImage(picture, 0, 0, this.#canvas.width, this.#canvas.height);
    picture.close();
    const smaller = await new Promise<Blob | null>((resolve) => {
      this.#canvas.toBlob(resolve, 'image/jpeg', QUALITY);
    });
    return smaller && smaller.size <= documentLimits.trailFrameBytes ? smaller : null;
  }
}
