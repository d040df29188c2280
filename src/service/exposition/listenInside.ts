import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { ConfigError } from '../configError.ts';
import type { Readiness } from '../readiness/Readiness.ts';
import type { Exposition } from './exposeMetrics.ts';

interface Options {
  readiness: () => Promise<Readiness>;
  host: string;
  port: number;
}

/**
 * Answers `/metrics`, `/healthz` and `/readyz` on a port of its own, which only the inside should reach.
 * @throws {ConfigError} if the address can't be had.
 */
export async function listenInside(
  exposition: Exposition,
  { readiness, host, port }: Options,
): Promise<{ url: string; close(): Promise<void> }> {
  const answers: Record<string, (response: ServerResponse) => Promise<void>> = {
    '/metrics': async (response) => {
      const text = await exposition.text();
      response.writeHead(200, { 'Content-Type': exposition.contentType }).end(text);
    },
    '/healthz': async (response) => sendJson(response, 200, { status: 'ok' }),
    '/readyz': async (response) => {
      const { isReady, checks } = await readiness();
      sendJson(response, isReady ? 200 : 503, { status: isReady ? 'ok' : 'unavailable', checks });
    },
  };
  const server = createServer((request, response) => {
    const path = request.url?.split('?')[0] ?? '';
    if (request.method !== 'GET' || !Object.hasOwn(answers, path)) {
      response.writeHead(404).end();
      return;
    }
    answers[path]!(response).catch(() => response.writeHead(500).end());
  });
  server.listen(port, host);
  try {
    await once(server, 'listening');
  } catch (error) {
    const why = (error as NodeJS.ErrnoException).code;
    throw new ConfigError(`The address ${host}:${port} of METRICS_PORT can't be listened on (${why}).`);
  }
  const bound = (server.address() as AddressInfo).port;
  return {
    url: `http://${host.includes(':') ? `[${host}]` : host}:${bound}`,
    close: async () => {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

function sendJson(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body));
}
