import type { Context } from 'hono';
import { stream } from 'hono/streaming';

/** A page in pieces: each is sent as soon as it is there. */
export function streamHtml(c: Context, pieces: (string | Promise<string>)[]): Response {
  c.header('content-type', 'text/html; charset=utf-8');
  // Named, so that no compression holds the first piece back.
  c.header('transfer-encoding', 'chunked');
  return stream(c, async (body) => {
    for (const piece of pieces) await body.write(await piece);
  });
}
