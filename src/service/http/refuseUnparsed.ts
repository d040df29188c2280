import type { Duplex } from 'node:stream';
import { errors } from '../../contract/errors.ts';
import { newId } from '../../contract/ids.ts';

/** Answers what is no HTTP request, or has more headers than are read, in the form of all other refusals. */
export function refuseUnparsed(error: NodeJS.ErrnoException, socket: Duplex): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return;
  const code = 'header_invalid';
  const [status, title] = errors[code];
  const requestId = newId('req');
  const tooLarge = error.code === 'HPE_HEADER_OVERFLOW';
  const detail = tooLarge ? 'The header block is larger than 16 KB.' : 'This is not a valid HTTP request.';
  const body = JSON.stringify({
    type: `urn:idv-verify:error:${code}`,
    title,
    status,
    detail,
    instance: `urn:idv-verify:request:${requestId}`,
    code,
    requestId,
    retryable: false,
  });
  const head = [
    `HTTP/1.1 ${status} Bad Request`,
    'Content-Type: application/problem+json',
    `Content-Length: ${Buffer.byteLength(body)}`,
    `Request-Id: ${requestId}`,
    'Cache-Control: no-store',
    'X-Content-Type-Options: nosniff',
    'Referrer-Policy: no-referrer',
    "Content-Security-Policy: default-src 'none'; frame-ancestors 'none'",
    'Connection: close',
  ];
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
}
