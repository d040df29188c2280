import type { IncomingMessage } from 'node:http';
import { ApiError } from '../ApiError.ts';
import type { UploadReservation } from '../limits/UploadMemoryBudget.ts';

/**
 * How much of a body that is refused is read to the end, so that its sender gets to see the answer; as much again as
 * it may have where that is more: eight frames as large as one may be are twice a capture.
 */
const DRAINED_BYTES = 1024 * 1024;

/**
 * Reads a request's body.
 * @param reservation in the memory budget of uploads, extended before memory is used; absent for small bodies.
 * @throws {ApiError} `body_too_large` above `limit` bytes; `header_invalid` if the body is shorter than announced (the
 *   client is gone by then); `unavailable` if the memory budget is used up.
 */
export async function readBytes(
  incoming: IncomingMessage,
  limit: number,
  reservation?: UploadReservation | null,
): Promise<Buffer> {
  const { bytes, size, refused } = await collect(incoming, limit, reservation ?? null);
  if (refused) throw refused;
  if (size <= limit) return bytes;
  const detail = `A body may have ${limit} bytes.`;
  throw new ApiError('body_too_large', { detail, headers: { Connection: 'close' } });
}

interface Collected {
  bytes: Buffer;
  size: number;
  refused?: unknown;
}

/** Listens itself: an async iterator over each of many small bodies costs more than the rest of the reading. */
function collect(
  incoming: IncomingMessage,
  limit: number,
  reservation: UploadReservation | null,
): Promise<Collected> {
  return new Promise((resolve, reject) => {
    let buffer = new GrowingBuffer({ maxBytes: limit, reserve: reservation?.reserve });
    let size = 0;
    let refused: unknown;
    const hangUp = () => reject(new ApiError('header_invalid'));
    const settle = () => {
      if (reservation) reservation.abort = null;
      incoming.off('data', take).off('end', settle).off('error', hangUp).off('close', settle);
      resolve({ bytes: buffer.bytes(), size, refused });
    };
    const take = (chunk: Buffer) => {
      size += chunk.length;
      if (refused === undefined && size <= limit) {
        try {
          buffer.append(chunk);
        } catch (error) {
          refused = error;
        }
      }
      if (refused !== undefined || size > limit) buffer = new GrowingBuffer({ maxBytes: 0 });
      if (size > limit + Math.max(DRAINED_BYTES, limit)) settle();
    };
    if (reservation) {
      reservation.abort = (error) => {
        refused = new ApiError(error.code, {
          ...error.extras,
          headers: { ...error.extras.headers, Connection: 'close' },
        });
        buffer = new GrowingBuffer({ maxBytes: 0 });
        settle();
      };
    }
    incoming.on('data', take).on('end', settle).on('error', hangUp).on('close', settle);
  });
}

interface Options {
  /** More never comes; the last growth stops there. */
  maxBytes: number;
  /** Called before each growth, with the bytes; its errors are passed on by `append`. */
  reserve?: ((bytes: number) => void) | undefined;
}

/** Bytes that come in pieces of any size, kept in one buffer that doubles: a piece of one byte costs one byte. */
class GrowingBuffer {
  readonly #options: Options;
  #bytes: Uint8Array = new Uint8Array(0);
  #length = 0;

  constructor(options: Options) {
    this.#options = options;
  }

  append(piece: Uint8Array): void {
    const needed = this.#length + piece.length;
    if (needed > this.#bytes.length) {
      const { maxBytes, reserve } = this.#options;
      const size = Math.max(needed, Math.min(2 * this.#bytes.length, maxBytes));
      reserve?.(size - this.#bytes.length);
      // A body in one piece, the common case, is not copied.
      if (this.#length === 0) this.#bytes = piece;
      else this.#grow(size);
    }
    if (this.#bytes !== piece) this.#bytes.set(piece, this.#length);
    this.#length = needed;
  }

  /** All that came, without a copy. */
  bytes(): Buffer {
    return Buffer.from(this.#bytes.buffer, this.#bytes.byteOffset, this.#length);
  }

  #grow(size: number): void {
    const larger = Buffer.allocUnsafeSlow(size);
    larger.set(this.#bytes.subarray(0, this.#length));
    this.#bytes = larger;
  }
}
