import { createFaceEngine, type FaceEngine } from './FaceEngine.ts';
import type { CaptureThresholds } from './judge/thresholds.ts';
import type { Measurement } from './measurement.ts';
import { PixelReader } from './PixelReader.ts';
import { Tracker } from './Tracker.ts';
import { VisionError, type VisionErrorCode } from './VisionError.ts';

/** Handles the requests of the page, in a worker or on the main thread. Every frame is closed, also after an error. */
export class EngineRequestHandler {
  #engine: FaceEngine | undefined;
  #tracker: Tracker | undefined;
  readonly #pixels = new PixelReader();

  async handle(request: EngineRequest): Promise<EngineResponse> {
    const { id } = request;
    try {
      if (request.ask === 'measure') return { id, measurement: await this.#measure(request.frame) };
      if (request.ask === 'open') await this.#open(request);
      else if (request.ask === 'landmarks') this.#addLandmarks(request.weights);
      else this.#tracker?.reset();
      return { id };
    } catch (error) {
      const code = error instanceof VisionError ? error.code : 'worker_failed';
      return {
        id,
        error: { code, message: error instanceof Error ? error.message : 'The face engine failed.' },
      };
    } finally {
      if (request.ask === 'measure') request.frame.close();
    }
  }

  async #open({ kernels, detector, limits }: Extract<EngineRequest, { ask: 'open' }>): Promise<void> {
    this.#engine = await createFaceEngine({ kernels: kernels as BufferSource, detector });
    this.#tracker = new Tracker(this.#engine, limits);
  }

  #addLandmarks(weights: Uint8Array): void {
    if (!this.#engine) throw new VisionError('worker_failed', 'The face engine is not open.');
    this.#engine.addLandmarks(weights);
  }

  async #measure(frame: ImageBitmap | VideoFrame): Promise<Measurement> {
    if (!this.#tracker) throw new VisionError('worker_failed', 'The face engine is not open.');
    return this.#tracker.next(await this.#pixels.read(frame));
  }
}

/** A request from the page to the face engine. The response has the same `id`. */
export type EngineRequest =
  | { id: number; ask: 'open'; kernels: Uint8Array; detector: Uint8Array; limits: CaptureThresholds }
  | { id: number; ask: 'landmarks'; weights: Uint8Array }
  | { id: number; ask: 'measure'; frame: ImageBitmap | VideoFrame }
  | { id: number; ask: 'reset' };

export type EngineResponse =
  | { id: number; measurement?: Measurement }
  | { id: number; error: { code: VisionErrorCode; message: string } };
