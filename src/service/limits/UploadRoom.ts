import { ApiError } from '../apiError.ts';

/** The memory that pictures under way may take in this process, all uploads together. */
export class UploadRoom {
  readonly #mostBytes: number;
  #taken = 0;

  constructor(mostBytes: number) {
    this.#mostBytes = mostBytes;
  }

  /** Bytes that are taken now. */
  get taken(): number {
    return this.#taken;
  }

  /**
   * Runs something that takes room as it goes; all of it is given back at the end, whatever the end.
   * @throws {ApiError} `unavailable` from `reserve` where there is no room left.
   */
  async use<T>(work: (reserve: (bytes: number) => void) => Promise<T>): Promise<T> {
    let own = 0;
    const reserve = (bytes: number) => {
      if (this.#taken + bytes > this.#mostBytes) {
        const detail = 'Too many pictures are on their way at once.';
        throw new ApiError('unavailable', { detail, headers: { 'Retry-After': '2' } });
      }
      this.#taken += bytes;
      own += bytes;
    };
    try {
      return await work(reserve);
    } finally {
      this.#taken -= own;
    }
  }
}
