/** What is used of a request of Node (`http.IncomingMessage`). */
export interface NodeRequest extends AsyncIterable<Uint8Array> {
  method?: string | undefined;
  url?: string | undefined;
  /** As it was before a router took its own part away, such as in Express. */
  originalUrl?: string | undefined;
  headers: Record<string, string | string[] | undefined>;
  readableEnded?: boolean;
  socket?: { encrypted?: boolean } | null | undefined;
  /** What a body parser made of the body. */
  body?: unknown;
}

/** What is used of a response of Node (`http.ServerResponse`). */
export interface NodeResponse {
  statusCode: number;
  headersSent: boolean;
  setHeader(name: string, value: string | string[]): unknown;
  end(body?: Uint8Array): unknown;
}

/** A request with its response, whatever framework they came through. */
export interface NodeCall {
  request: NodeRequest;
  response: NodeResponse;
  /** Where the framework wants errors; absent in plain Node. */
  fail?: ((error: unknown) => unknown) | undefined;
}

/** The context of Koa. */
export interface KoaContext {
  req: NodeRequest;
  res: NodeResponse;
  request: { body?: unknown };
  respond?: boolean | undefined;
}

/** The request and the reply of Fastify. */
export interface FastifyRequest {
  raw: NodeRequest;
  body?: unknown;
}
export interface FastifyReply {
  raw: NodeResponse;
  hijack(): unknown;
}
