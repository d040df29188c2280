import type { CameraFrame } from './grabFrame.ts';

/** Holds at most one frame and closes the one it replaces: a camera has only a few frame buffers. */
export class FrameKeeper {
  /** When the frame was grabbed, in milliseconds. */
  time = 0;
  #frame: CameraFrame | null = null;

  get frame(): CameraFrame | null {
    return this.#frame;
  }

  keep(frame: CameraFrame, time: number): void {
    this.release();
    this.time = time;
    this.#frame = frame;
  }

  release(): void {
    this.#frame?.close();
    this.#frame = null;
  }
}
