import type { IncomingMessage } from 'node:http';
import { ApiError } from '../apiError.ts';

/**
 * How much of a body that is too large is read to the end, so that its sender gets to see the answer; as much again as
 * it may have where that is more: eight frames as large as one may be are twice a capture.
 */
const DRAINED_BYTES = 1024 * 1024;

/**
 * Reads a request's body.
 * @throws {ApiError} `body_too_large` above `limit` bytes; `header_invalid` if less came than was announced, which
 *   nobody is there to hear.
 */
export async function readBytes(incoming: IncomingMessage, limit: number): Promise<Buffer> {
  const { bytes, size } = await collect(incoming, limit);
  if (size <= limit) return bytes;
  const detail = `A body may have ${limit} bytes.`;
  throw new ApiError('body_too_large', { detail, headers: { Connection: 'close' } });
}

/** Listens itself: an async iterator over each of many small bodies costs more than the rest of the reading. */
function collect(incoming: IncomingMessage, limit: number): Promise<{ bytes: Buffer; size: number }> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    const breakOff = () => reject(new ApiError('header_invalid'));
    const settle = () => {
      incoming.off('data', take).off('end', settle).off('error', breakOff).off('close', settle);
      resolve({ bytes: chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks), size });
    };
    const take = (chunk: Buffer) => {
      size += chunk.length;
      if (size <= limit) chunks.push(chunk);
      else chunks.length = 0;
      if (size > limit + Math.max(DRAINED_BYTES, limit)) settle();
    };
    incoming.on('data', take).on('end', settle).on('error', breakOff).on('close', settle);
  });
}
