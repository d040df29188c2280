import type { Context } from 'hono';
import { stream } from 'hono/streaming';

/** Sends a page in pieces, each as soon as it is available. */
export function streamHtml(c: Context, pieces: (string | Promise<string>)[]): Response {
  c.header('content-type', 'text/html; charset=utf-8');
  // Stated explicitly, so that compression does not hold back the first piece.
  c.header('transfer-encoding', 'chunked');
  return stream(c, async (body) => {
    for (const piece of pieces) await body.write(await piece);
  });
}
