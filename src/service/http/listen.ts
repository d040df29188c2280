import { once } from 'node:events';
import { createServer, type Server, type ServerResponse } from 'node:http';
import { type AddressInfo, Server as SocketServer } from 'node:net';
import type { Duplex } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { getRequestListener, type HttpBindings } from '@hono/node-server';
import { errors, problemType } from '../../contract/errors.ts';
import { newId } from '../../contract/ids.ts';
import { sizeLimits } from '../../contract/limits.ts';
import { type Config, ConfigError } from '../settings/config.ts';

/** A server that is bound to its address. */
export interface Listener {
  url: string;
  /** Starts to answer requests. Call it in the event-loop turn of the bind, so that no request arrives before. */
  serve(fetch: Fetch): void;
  /** Closes each connection after its next response, so that clients reconnect to another node. */
  endKeepAlive(): void;
  /** Stops accepting, waits for requests in flight, aborts them after `drainMs`. */
  close(drainMs: number): Promise<void>;
}

type Fetch = (request: Request, env: HttpBindings) => Response | Promise<Response>;

/**
 * Listens on the host and port of the settings.
 * @throws {ConfigError} if the address is not available.
 */
export async function listen({ host, port }: Pick<Config, 'host' | 'port'>): Promise<Listener> {
  const server = createServer({
    maxHeaderSize: sizeLimits.headerBytes,
    headersTimeout: 20_000,
    requestTimeout: 120_000,
    keepAliveTimeout: 65_000,
    requireHostHeader: false,
  });
  server.on('clientError', refuseUnparsed);
  server.on('checkExpectation', (_request, response: ServerResponse) => {
    const { status, headers, body } = unparsedRefusal('The only supported Expect header is 100-continue.');
    response.writeHead(status, headers).end(body);
  });
  server.listen(port, host);
  try {
    await once(server, 'listening');
  } catch (error) {
    const why = (error as NodeJS.ErrnoException).code;
    throw new ConfigError(`The service cannot listen on ${host}:${port} (${why}). Change HOST or PORT.`);
  }
  const bound = (server.address() as AddressInfo).port;
  return {
    url: `http://${host.includes(':') ? `[${host}]` : host}:${bound}`,
    serve: (fetch) => serve(server, fetch),
    endKeepAlive: () => {
      server.prependListener('request', (_request, response) => {
        response.shouldKeepAlive = false;
      });
    },
    close: (drainMs) => drain(server, drainMs),
  };
}

function serve(server: Server, fetch: Fetch): void {
  const answer = getRequestListener((request, env) => fetch(request, env as HttpBindings), {
    // For a path or Host that cannot be parsed as a URL. Errors of the app are answered by the app itself.
    errorHandler: () => {
      const { status, headers, body } = unparsedRefusal(
        'The address or the Host of the request is not valid.',
      );
      return new Response(body, { status, headers });
    },
  });
  server.on('request', (request, response) => void answer(request, response));
}

async function drain(server: Server, drainMs: number): Promise<void> {
  const closed = once(server, 'close');
  // `server.close()` ends idle connections at once, including those whose next request has arrived but was not yet
  // read.
  SocketServer.prototype.close.call(server);
  await nextTurn();
  await nextTurn();
  server.close();
  const idle = setInterval(() => server.closeIdleConnections(), 50);
  const cut = setTimeout(() => server.closeAllConnections(), drainMs);
  await closed;
  clearInterval(idle);
  clearTimeout(cut);
}

/** Answers an invalid HTTP request, or one with too large headers. */
function refuseUnparsed(error: NodeJS.ErrnoException, socket: Duplex): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return;
  const tooLarge = error.code === 'HPE_HEADER_OVERFLOW';
  const { status, headers, body } = unparsedRefusal(
    tooLarge ? 'The header block is larger than 16 KB.' : 'This is not a valid HTTP request.',
  );
  const head = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  socket.end(`HTTP/1.1 ${status} Bad Request\r\n${head.join('\r\n')}\r\n\r\n${body}`);
}

/** The refusal of an invalid HTTP request, as problem+json like all others. */
function unparsedRefusal(detail: string): {
  status: number;
  headers: Record<string, string>;
  body: string;
} {
  const code = 'header_invalid';
  const [status, title] = errors[code];
  const requestId = newId('req');
  const body = JSON.stringify({
    type: problemType(code),
    title,
    status,
    detail,
    instance: `urn:idv-verify:request:${requestId}`,
    code,
    requestId,
    retryable: false,
  });
  const headers = {
    'Content-Type': 'application/problem+json',
    'Content-Length': String(Buffer.byteLength(body)),
    'Request-Id': requestId,
    'Cache-Control': 'no-store',
    'X-Content-Type-Options': 'nosniff',
    'Referrer-Policy': 'no-referrer',
    'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
    Connection: 'close',
  };
  return { status, headers, body };
}
