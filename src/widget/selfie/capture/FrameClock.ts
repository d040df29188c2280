/**
 * Says when a video shows another picture. A picture that came while the one before was being looked at counts: it is
 * not waited for again, which would halve the rate as soon as a look takes longer than a picture lasts.
 */
export class FrameClock {
  readonly #video: HTMLVideoElement;
  readonly #signal: AbortSignal;
  #isFresh = false;
  #waiting: (() => void) | null = null;

  /** @param signal stops it; a wait then rejects with its reason. */
  constructor(video: HTMLVideoElement, signal: AbortSignal) {
    this.#video = video;
    this.#signal = signal;
    signal.addEventListener('abort', () => this.#waiting?.(), { once: true });
    this.#listen();
  }

  async next(): Promise<void> {
    if (!this.#isFresh) await this.#arrival();
    this.#signal.throwIfAborted();
    this.#isFresh = false;
  }

  #arrival(): Promise<void> {
    return new Promise((resolve) => {
      this.#waiting = resolve;
    });
  }

  #listen = (): void => {
    if (this.#signal.aborted) return;
    const seen = () => {
      this.#isFresh = true;
      this.#waiting?.();
      this.#waiting = null;
      this.#listen();
    };
    if ('requestVideoFrameCallback' in this.#video) this.#video.requestVideoFrameCallback(seen);
    else requestAnimationFrame(seen);
  };
}
