import type { NodeResponse } from './NodeCall.ts';
import { nodeCallOf } from './nodeCallOf.ts';
import { requestOf } from './requestOf.ts';

export interface NodeHandlerOptions {
  /** Hears what the handler threw where no framework does; `console.error` if not given. */
  onError?: ((error: unknown) => void) | undefined;
}

/** What Express, Fastify, Koa and `http.createServer` take as a handler. */
// biome-ignore lint/suspicious/noExplicitAny: each framework calls it with types of its own.
export type NodeHandler = (first: any, second?: any, third?: any) => Promise<void>;

/**
 * Makes a handler such as that of `sessionHandler` or `webhookHandler` one for Node: for `http.createServer`, Express,
 * Fastify and Koa. A webhook needs its body as it came: mount it before a JSON parser, or behind one that keeps the
 * bytes (`express.raw({type: '*\/*'})`; in Fastify a content type parser with `parseAs: 'buffer'`); one that was parsed
 * already is answered with 400 `body_parsed`.
 */
export function toNodeHandler(
  handler: (request: Request) => Response | Promise<Response>,
  { onError = logged }: NodeHandlerOptions = {},
): NodeHandler {
  return async (first, second, third) => {
    const { request, response, fail } = nodeCallOf(first, second, third);
    try {
      await send(await handler(await requestOf(request)), response);
    } catch (error) {
      if (fail) {
        fail(error);
        return;
      }
      onError(error);
      if (!response.headersSent) response.statusCode = 500;
      response.end();
    }
  };
}

async function send(answer: Response, response: NodeResponse): Promise<void> {
  const body = new Uint8Array(await answer.arrayBuffer());
  response.statusCode = answer.status;
  answer.headers.forEach((value, name) => {
    if (name !== 'set-cookie') response.setHeader(name, value);
  });
  const cookies = answer.headers.getSetCookie();
  if (cookies.length > 0) response.setHeader('set-cookie', cookies);
  response.end(body);
}

function logged(error: unknown): void {
  // biome-ignore lint/suspicious/noConsole: an error that nobody listens for must not vanish
  console.error(error);
}
