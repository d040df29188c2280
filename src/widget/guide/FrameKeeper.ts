import type { CameraFrame } from './grabFrame.ts';

/** Holds at most one frame and closes what it gives up: a camera has only a few frames to lend. */
export class FrameKeeper {
  #frame: CameraFrame | null = null;

  get frame(): CameraFrame | null {
    return this.#frame;
  }

  keep(frame: CameraFrame): void {
    this.release();
    this.#frame = frame;
  }

  release(): void {
    this.#frame?.close();
    this.#frame = null;
  }
}
