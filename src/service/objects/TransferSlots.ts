/** Limits how many operations run at once and how many wait, so that a slow store does not fill the memory. */
export class TransferSlots {
  readonly #max: number;
  readonly #maxWaiting: number;
  readonly #waiting = new Set<() => void>();
  #running = 0;

  constructor(max: number, maxWaiting: number) {
    this.#max = max;
    this.#maxWaiting = maxWaiting;
  }

  /**
   * Runs work once there is room for it.
   * @throws {NoRoom} if too much waits already, or the time of `signal` ends before there is room.
   */
  async run<T>(signal: AbortSignal, work: () => Promise<T>): Promise<T> {
    if (this.#running >= this.#max) await this.#turn(signal);
    else this.#running++;
    try {
      return await work();
    } finally {
      // The place goes to the next one directly.
      const [next] = this.#waiting;
      if (next) next();
      else this.#running--;
    }
  }

  async #turn(signal: AbortSignal): Promise<void> {
    if (this.#waiting.size >= this.#maxWaiting) throw new NoRoom('TooManyTransfers');
    await new Promise<void>((resolve, reject) => {
      const enter = () => {
        this.#waiting.delete(enter);
        signal.removeEventListener('abort', leave);
        resolve();
      };
      const leave = () => {
        this.#waiting.delete(enter);
        reject(new NoRoom('NoRoom'));
      };
      this.#waiting.add(enter);
      signal.addEventListener('abort', leave, { once: true });
    });
  }
}

/** Codes of an operation that waited here too long, or not at all: the store was not asked. */
export const NO_ROOM: ReadonlySet<string> = new Set<NoRoom['code']>(['TooManyTransfers', 'NoRoom']);

/** There was no room for an operation. */
class NoRoom extends Error {
  override name = 'NoRoom';
  readonly code: 'TooManyTransfers' | 'NoRoom';

  constructor(code: NoRoom['code']) {
    super(code);
    this.code = code;
  }
}
