import type { Duplex } from 'node:stream';
import { unparsedRefusal } from './unparsedRefusal.ts';

/** Answers what is no HTTP request, or has more headers than are read. */
export function refuseUnparsed(error: NodeJS.ErrnoException, socket: Duplex): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return;
  const tooLarge = error.code === 'HPE_HEADER_OVERFLOW';
  const { status, headers, body } = unparsedRefusal(
    tooLarge ? 'The header block is larger than 16 KB.' : 'This is not a valid HTTP request.',
  );
  const head = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  socket.end(`HTTP/1.1 ${status} Bad Request\r\n${head.join('\r\n')}\r\n\r\n${body}`);
}
