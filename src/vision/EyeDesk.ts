import { createEye } from './createEye.ts';
import type { Eye } from './Eye.ts';
import type { EyeAnswer, EyeRequest, EyeUrls } from './EyeMessages.ts';
import { loadBytes } from './loadBytes.ts';
import type { Measurement } from './Measurement.ts';
import { PixelReader } from './PixelReader.ts';
import { Tracker } from './Tracker.ts';
import { VisionError } from './VisionError.ts';

/** Answers what the page asks, in a worker or on the main thread alike. Frames are closed, whatever happens. */
export class EyeDesk {
  #eye: Eye | undefined;
  #tracker: Tracker | undefined;
  #urls: EyeUrls | undefined;
  readonly #pixels = new PixelReader();

  async answer(request: EyeRequest): Promise<EyeAnswer> {
    const { id } = request;
    try {
      if (request.ask === 'measure') return { id, measurement: await this.#measure(request.frame) };
      if (request.ask === 'open') await this.#open(request);
      else if (request.ask === 'landmarks') await this.#addLandmarks();
      else this.#tracker?.reset();
      return { id };
    } catch (error) {
      const code = error instanceof VisionError ? error.code : 'worker_failed';
      return { id, error: { code, message: error instanceof Error ? error.message : 'The eye failed.' } };
    } finally {
      if (request.ask === 'measure') request.frame.close();
    }
  }

  async #open({ urls, limits }: Extract<EyeRequest, { ask: 'open' }>): Promise<void> {
    const [kernels, detector] = await Promise.all([loadBytes(urls.kernels), loadBytes(urls.detector)]);
    this.#urls = urls;
    this.#eye = await createEye({ kernels, detector });
    this.#tracker = new Tracker(this.#eye, limits);
  }

  async #addLandmarks(): Promise<void> {
    const model = await loadBytes(this.#urls!.landmarks);
    this.#eye!.addLandmarks(model);
  }

  async #measure(frame: ImageBitmap | VideoFrame): Promise<Measurement> {
    if (!this.#tracker) throw new VisionError('worker_failed', 'The eye was not opened.');
    return this.#tracker.next(await this.#pixels.read(frame));
  }
}
