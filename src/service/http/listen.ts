import { once } from 'node:events';
import { createServer, type Server, type ServerResponse } from 'node:http';
import { type AddressInfo, Server as SocketServer } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { getRequestListener, type HttpBindings } from '@hono/node-server';
import { limits } from '../../contract/limits.ts';
import type { Config } from '../config.ts';
import { ConfigError } from '../configError.ts';
import { refuseUnparsed } from './refuseUnparsed.ts';
import { unparsedRefusal } from './unparsedRefusal.ts';

/** A server that is bound to its address. */
export interface Listener {
  url: string;
  /** Answers requests from now on. To be called in the turn that bound it: until then nobody is answered. */
  serve(fetch: Fetch): void;
  /** Lets each connection end with its next answer, so that clients look for another node. */
  endKeepAlive(): void;
  /** Stops accepting, waits for what is in flight, cuts it after `drainMs`. */
  close(drainMs: number): Promise<void>;
}

type Fetch = (request: Request, env: HttpBindings) => Response | Promise<Response>;

/**
 * Listens on the host and port of the settings.
 * @throws {ConfigError} if the address can't be had.
 */
export async function listen({ host, port }: Pick<Config, 'host' | 'port'>): Promise<Listener> {
  const server = createServer({
    maxHeaderSize: limits.headerBytes,
    headersTimeout: 20_000,
    requestTimeout: 120_000,
    keepAliveTimeout: 65_000,
    requireHostHeader: false,
  });
  server.on('clientError', refuseUnparsed);
  server.on('checkExpectation', (_request, response: ServerResponse) => {
    const { status, headers, body } = unparsedRefusal('The only Expect that is met is 100-continue.');
    response.writeHead(status, headers).end(body);
  });
  server.listen(port, host);
  try {
    await once(server, 'listening');
  } catch (error) {
    const why = (error as NodeJS.ErrnoException).code;
    throw new ConfigError(`The address ${host}:${port} of HOST and PORT can't be listened on (${why}).`);
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
    // For an address or a Host that makes no URL: what the app throws it answers itself.
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
  // `server.close()` ends idle connections at once: of some the next request has come and only was not read yet.
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
