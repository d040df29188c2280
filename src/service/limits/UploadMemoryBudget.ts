import { ApiError } from '../ApiError.ts';

/** The share of one upload in the budget. */
export interface UploadReservation {
  /**
   * Reserves more memory. If none is left, the largest other upload in progress is aborted, provided it has more than
   * twice as much: a few small pictures need not wait for many large ones.
   * @throws {ApiError} `unavailable` if there is no such upload.
   */
  reserve(bytes: number): void;
  /** While the upload is being read: aborts it and frees its memory. */
  abort: ((error: ApiError) => void) | null;
}

interface Reservation extends UploadReservation {
  bytes: number;
}

/** The memory budget of this process for all uploads of pictures in progress. */
export class UploadMemoryBudget {
  readonly #maxBytes: number;
  readonly #reservations = new Set<Reservation>();

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  /** Reserved bytes. */
  get taken(): number {
    return [...this.#reservations].reduce((sum, { bytes }) => sum + bytes, 0);
  }

  /** Runs work that reserves memory as it proceeds; releases all of it at the end, also after an error. */
  async use<T>(work: (reservation: UploadReservation) => Promise<T>): Promise<T> {
    const reservation: Reservation = {
      bytes: 0,
      abort: null,
      reserve: (bytes) => {
        while (this.taken + bytes > this.#maxBytes) this.#makeRoom(reservation.bytes + bytes);
        reservation.bytes += bytes;
      },
    };
    this.#reservations.add(reservation);
    try {
      return await work(reservation);
    } finally {
      this.#reservations.delete(reservation);
    }
  }

  /** @param bytesNeeded the bytes that the requesting upload will hold. */
  #makeRoom(bytesNeeded: number): void {
    const [largest] = [...this.#reservations]
      .filter(({ bytes, abort }) => abort !== null && bytes > 2 * bytesNeeded)
      .sort((one, other) => other.bytes - one.bytes);
    if (!largest) throw insufficientMemory();
    largest.abort!(insufficientMemory());
    largest.abort = null;
    largest.bytes = 0;
  }
}

function insufficientMemory(): ApiError {
  const detail = 'Too many uploads are in progress. Retry in a few seconds.';
  return new ApiError('unavailable', { detail, headers: { 'Retry-After': '2' } });
}
