import type { IncomingMessage } from 'node:http';
import { ApiError } from '../apiError.ts';
import { GrowingBuffer } from './GrowingBuffer.ts';

/**
 * How much of a body that is refused is read to the end, so that its sender gets to see the answer; as much again as
 * it may have where that is more: eight frames as large as one may be are twice a capture.
 */
const DRAINED_BYTES = 1024 * 1024;

/**
 * Reads a request's body.
 * @param reserve asked for memory before it is taken.
 * @throws {ApiError} `body_too_large` above `limit` bytes; `header_invalid` if less came than was announced, which
 *   nobody is there to hear; whatever `reserve` throws.
 */
export async function readBytes(
  incoming: IncomingMessage,
  limit: number,
  reserve?: (bytes: number) => void,
): Promise<Buffer> {
  const { bytes, size, refused } = await collect(incoming, limit, reserve);
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
  reserve?: (bytes: number) => void,
): Promise<Collected> {
  return new Promise((resolve, reject) => {
    let buffer = new GrowingBuffer({ mostBytes: limit, reserve });
    let size = 0;
    let refused: unknown;
    const breakOff = () => reject(new ApiError('header_invalid'));
    const settle = () => {
      incoming.off('data', take).off('end', settle).off('error', breakOff).off('close', settle);
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
    incoming.on('data', take).on('end', settle).on('error', breakOff).on('close', settle);
  });
}
