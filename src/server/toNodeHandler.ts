export interface NodeHandlerOptions {
  /** Called with an error of the handler if no framework catches it. Default: `console.error`. */
  onError?: ((error: unknown) => void) | undefined;
}

/** A request handler for Express, Fastify, Koa and `http.createServer`. */
// biome-ignore lint/suspicious/noExplicitAny: each framework calls it with types of its own.
export type NodeHandler = (first: any, second?: any, third?: any) => Promise<void>;

/**
 * Adapts a handler such as that of `sessionHandler` or `webhookHandler` to Node: for `http.createServer`, Express,
 * Fastify and Koa. A webhook needs its raw body: mount the handler before a JSON parser, or behind a parser that keeps
 * the bytes (`express.raw({type: '*\/*'})`; in Fastify a content type parser with `parseAs: 'buffer'`). A webhook with
 * a parsed body is answered with 400 `body_parsed`.
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
  // biome-ignore lint/suspicious/noConsole: an error without a listener must not vanish
  console.error(error);
}

/**
 * Finds Node's request and response in the arguments of a framework's handler, and tells the framework not to respond:
 * `(ctx, next)` of Koa, `(request, reply)` of Fastify, `(req, res, next)` of Express, `(req, res)`.
 */
function nodeCallOf(first: object, second: unknown, third: unknown): NodeCall {
  if ('req' in first && 'res' in first) {
    const { req, res, request } = first as KoaContext;
    (first as KoaContext).respond = false;
    return { request: withBody(req, request.body), response: res, fail: rethrow };
  }
  if ('raw' in first) {
    const { raw, body } = first as FastifyRequest;
    const reply = second as FastifyReply;
    reply.hijack();
    return { request: withBody(raw, body), response: reply.raw };
  }
  const fail = typeof third === 'function' ? (third as (error: unknown) => unknown) : undefined;
  return { request: first as NodeRequest, response: second as NodeResponse, fail };
}

function withBody(request: NodeRequest, body: unknown): NodeRequest {
  if (body !== undefined && request.body === undefined) request.body = body;
  return request;
}

function rethrow(error: unknown): never {
  throw error;
}

/**
 * Converts a request of Node to a `Request`. If a body parser ran before, its text or bytes become the body. From any
 * other value the bytes cannot be recovered, and the body counts as used.
 */
async function requestOf(request: NodeRequest): Promise<Request> {
  const headers = new Headers();
  for (const [name, value] of Object.entries(request.headers)) {
    if (value === undefined || name.startsWith(':')) continue;
    for (const one of [value].flat()) headers.append(name, one);
  }
  const scheme = request.socket?.encrypted ? 'https' : 'http';
  const address = new URL(request.originalUrl ?? request.url ?? '/', `${scheme}://${hostOf(headers)}`);
  const method = request.method ?? 'GET';
  if (method === 'GET' || method === 'HEAD') return new Request(address, { method, headers });
  const body = bodyOf(request);
  const webRequest = new Request(address, {
    method,
    headers,
    body: body ?? '',
    // A streaming body requires this property, which is missing in the types.
    ...({ duplex: 'half' } as object),
  });
  // Marks it as used.
  if (body === null) await webRequest.text();
  return webRequest;
}

/** @returns `null` if the bytes cannot be recovered. */
function bodyOf(request: NodeRequest): BodyInit | null {
  const { body } = request;
  if (typeof body === 'string') return body;
  if (body instanceof Uint8Array) return new Uint8Array(body);
  if (body !== undefined || request.readableEnded) return null;
  const pieces = request[Symbol.asyncIterator]();
  return new ReadableStream<Uint8Array>({
    pull: async (controller) => {
      const { done, value } = await pieces.next();
      if (done) controller.close();
      else controller.enqueue(value);
    },
    cancel: async () => {
      await pieces.return?.();
    },
  });
}

function hostOf(headers: Headers): string {
  const host = headers.get('host') ?? 'localhost';
  return URL.canParse(`http://${host}`) ? host : 'localhost';
}

/** The used part of Node's request (`http.IncomingMessage`). */
interface NodeRequest extends AsyncIterable<Uint8Array> {
  method?: string | undefined;
  url?: string | undefined;
  /** The URL before a router removed its own prefix, as in Express. */
  originalUrl?: string | undefined;
  headers: Record<string, string | string[] | undefined>;
  readableEnded?: boolean;
  socket?: { encrypted?: boolean } | null | undefined;
  /** The body after a body parser. */
  body?: unknown;
}

/** The used part of Node's response (`http.ServerResponse`). */
interface NodeResponse {
  statusCode: number;
  headersSent: boolean;
  setHeader(name: string, value: string | string[]): unknown;
  end(body?: Uint8Array): unknown;
}

/** A request and its response, from any framework. */
interface NodeCall {
  request: NodeRequest;
  response: NodeResponse;
  /** Where the framework expects errors; absent in plain Node. */
  fail?: ((error: unknown) => unknown) | undefined;
}

/** The context of Koa. */
interface KoaContext {
  req: NodeRequest;
  res: NodeResponse;
  request: { body?: unknown };
  respond?: boolean | undefined;
}

/** The request and the reply of Fastify. */
interface FastifyRequest {
  raw: NodeRequest;
  body?: unknown;
}
interface FastifyReply {
  raw: NodeResponse;
  hijack(): unknown;
}
