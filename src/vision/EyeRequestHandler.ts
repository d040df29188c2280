import { createEye } from './createEye.ts';
import type { Eye } from './Eye.ts';
import type { EyeAnswer, EyeRequest } from './EyeMessages.ts';
import type { Measurement } from './Measurement.ts';
import { PixelReader } from './PixelReader.ts';
import { Tracker } from './Tracker.ts';
import { VisionError } from './VisionError.ts';

/** Handles what the page asks, in a worker or on the main thread alike. Frames are closed, whatever happens. */
export class EyeRequestHandler {
  #eye: Eye | undefined;
  #tracker: Tracker | undefined;
  readonly #pixels = new PixelReader();

  async handle(request: EyeRequest): Promise<EyeAnswer> {
    const { id } = request;
    try {
      if (request.ask === 'measure') return { id, measurement: await this.#measure(request.frame) };
      if (request.ask === 'open') await this.#open(request);
      else if (request.ask === 'landmarks') this.#addLandmarks(request.weights);
      else this.#tracker?.reset();
      return { id };
    } catch (error) {
      const code = error instanceof VisionError ? error.code : 'worker_failed';
      return { id, error: { code, message: error instanceof Error ? error.message : 'The eye failed.' } };
    } finally {
      if (request.ask === 'measure') request.frame.close();
    }
  }

  async #open({ kernels, detector, limits }: Extract<EyeRequest, { ask: 'open' }>): Promise<void> {
    this.#eye = await createEye({ kernels: kernels as BufferSource, detector });
    this.#tracker = new Tracker(this.#eye, limits);
  }

  #addLandmarks(weights: Uint8Array): void {
    if (!this.#eye) throw new VisionError('worker_failed', 'The eye was not opened.');
    this.#eye.addLandmarks(weights);
  }

  async #measure(frame: ImageBitmap | VideoFrame): Promise<Measurement> {
    if (!this.#tracker) throw new VisionError('worker_failed', 'The eye was not opened.');
    return this.#tracker.next(await this.#pixels.read(frame));
  }
}
