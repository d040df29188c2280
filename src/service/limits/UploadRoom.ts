import { ApiError } from '../apiError.ts';

/** What one upload has of the room. */
export interface UploadShare {
  /**
   * Takes more. Where there is none left, the largest of the others that are still being read gives way, if it has more
   * than twice as much: nobody who sends a few pictures waits for those who hold many back.
   * @throws {ApiError} `unavailable` where none does.
   */
  reserve(bytes: number): void;
  /** While it is being read: breaks it off, and lets go of what was read. */
  breakOff: ((error: ApiError) => void) | null;
}

interface Share extends UploadShare {
  bytes: number;
}

/** The memory that pictures under way may take in this process, all uploads together. */
export class UploadRoom {
  readonly #mostBytes: number;
  readonly #shares = new Set<Share>();

  constructor(mostBytes: number) {
    this.#mostBytes = mostBytes;
  }

  /** Bytes that are taken now. */
  get taken(): number {
    return [...this.#shares].reduce((sum, { bytes }) => sum + bytes, 0);
  }

  /** Runs something that takes room as it goes; all of it is given back at the end, whatever the end. */
  async use<T>(work: (share: UploadShare) => Promise<T>): Promise<T> {
    const share: Share = {
      bytes: 0,
      breakOff: null,
      reserve: (bytes) => {
        while (this.taken + bytes > this.#mostBytes) this.#makeRoom(share.bytes + bytes);
        share.bytes += bytes;
      },
    };
    this.#shares.add(share);
    try {
      return await work(share);
    } finally {
      this.#shares.delete(share);
    }
  }

  /** @param wanted what the upload that asks will have. */
  #makeRoom(wanted: number): void {
    const [largest] = [...this.#shares]
      .filter(({ bytes, breakOff }) => breakOff !== null && bytes > 2 * wanted)
      .sort((one, other) => other.bytes - one.bytes);
    if (!largest) throw noRoom();
    largest.breakOff!(noRoom());
    largest.breakOff = null;
    largest.bytes = 0;
  }
}

function noRoom(): ApiError {
  const detail = 'Too many pictures are on their way at once.';
  return new ApiError('unavailable', { detail, headers: { 'Retry-After': '2' } });
}
