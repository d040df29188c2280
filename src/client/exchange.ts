import { IdvConnectionError } from './errors.ts';

/** The part of `fetch` that is used here. */
export type Fetch = (url: string, init: RequestInit) => Promise<Response>;

/** A whole answer. */
export interface Reply {
  status: number;
  headers: Headers;
  text: string;
  /** The body as bytes, in place of `text`, where bytes were asked for and the request succeeded. */
  bytes?: Uint8Array;
}

/**
 * Sends one request and reads the whole answer.
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
    // A redirect could carry the key elsewhere. `error` in place of `manual` is unknown to some edge workers.
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
