import type { IncomingMessage } from 'node:http';
import { ApiError } from '../apiError.ts';
import type { UploadShare } from '../limits/UploadRoom.ts';
import { GrowingBuffer } from './GrowingBuffer.ts';

/**
 * How much of a body that is refused is read to the end, so that its sender gets to see the answer; as much again as
 * it may have where that is more: eight frames as large as one may be are twice a capture.
 */
const DRAINED_BYTES = 1024 * 1024;

/**
 * Reads a request's body.
 * @param share of the room for uploads, asked for memory before it is taken; absent: small bodies need none.
 * @throws {ApiError} `body_too_large` above `limit` bytes; `header_invalid` if less came than was announced, which
 *   nobody is there to hear; `unavailable` where there is no room.
 */
export async function readBytes(
  incoming: IncomingMessage,
  limit: number,
  share?: UploadShare | null,
): Promise<Buffer> {
  const { bytes, size, refused } = await collect(incoming, limit, share ?? null);
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
function collect(incoming: IncomingMessage, limit: number, share: UploadShare | null): Promise<Collected> {
  return new Promise((resolve, reject) => {
    let buffer = new GrowingBuffer({ mostBytes: limit, reserve: share?.reserve });
    let size = 0;
    let refused: unknown;
    const hangUp = () => reject(new ApiError('header_invalid'));
    const settle = () => {
      if (share) share.breakOff = null;
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
      if (refused !== undefined || size > limit) buffer = new GrowingBuffer({ mostBytes: 0 });
      if (size > limit + Math.max(DRAINED_BYTES, limit)) settle();
    };
    if (share) {
      share.breakOff = (error) => {
        refused = new ApiError(error.code, {
          ...error.extras,
          headers: { ...error.extras.headers, Connection: 'close' },
        });
        buffer = new GrowingBuffer({ mostBytes: 0 });
        settle();
      };
    }
    incoming.on('data', take).on('end', settle).on('error', hangUp).on('close', settle);
  });
}
