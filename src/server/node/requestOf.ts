import type { NodeRequest } from './NodeCall.ts';

/**
 * A request of Node as a `Request`. Where a body parser was there first, text and bytes that it left are the body; of
 * anything else the bytes are lost, and the body counts as used.
 */
export async function requestOf(request: NodeRequest): Promise<Request> {
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
  const made = new Request(address, {
    method,
    headers,
    body: body === 'lost' ? 'lost' : body,
    // A body that still streams needs it; it is missing in the types.
    ...({ duplex: 'half' } as object),
  });
  if (body === 'lost') await made.text();
  return made;
}

function bodyOf(request: NodeRequest): BodyInit | 'lost' | null {
  const { body } = request;
  if (typeof body === 'string') return body === 'lost' ? new Blob([body]) : body;
  if (body instanceof Uint8Array) return new Uint8Array(body);
  if (body !== undefined || request.readableEnded) return 'lost';
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
