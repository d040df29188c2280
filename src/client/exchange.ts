import { IdvConnectionError } from './errors.ts';

/** The part of `fetch` that is used here. */
export type Fetch = (url: string, init: RequestInit) => Promise<Response>;

/** A complete response. */
export interface Reply {
  status: number;
  headers: Headers;
  text: string;
  /** The body as bytes, instead of `text`, if bytes were requested and the request succeeded. */
  bytes?: Uint8Array;
}

/**
 * Sends one request and reads the complete response.
 * @throws IdvConnectionError if the service could not be reached, the connection broke, or the request was redirected.
 */
export async function exchange(
  fetch: Fetch,
  url: string,
  init: RequestInit,
  { isBinary }: { isBinary: boolean },
): Promise<Reply> {
  let reply: Reply;
  try {
    // A redirect could send the key to another server. `manual` is used because some edge workers don't support
    // `error`.
    const response = await fetch(url, { ...init, redirect: 'manual' });
    const { status, headers } = response;
    reply =
      isBinary && response.ok
        ? { status, headers, text: '', bytes: new Uint8Array(await response.arrayBuffer()) }
        : { status, headers, text: await response.text() };
  } catch (cause) {
    throw new IdvConnectionError(`No connection to ${new URL(url).origin}. Check baseUrl`, { cause });
  }
  if (reply.status < 200 || (reply.status >= 300 && reply.status < 400)) {
    throw new IdvConnectionError(`${new URL(url).origin} redirects. Check baseUrl`, {
      code: 'redirected',
    });
  }
  return reply;
}
