import { readFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { extname, join, normalize } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { createIdvClient } from 'idv-verify/server';
import type { Api } from './startApi.ts';

const TYPES: Record<string, string> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.mjs': 'text/javascript',
  '.css': 'text/css',
  '.wasm': 'application/wasm',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
};

const NOT_FOUND = '<!doctype html><title>Not found</title><h1>Not found</h1>';

/** The content behind the site: static files, or the app's own server. */
type Behind = { folder: string } | { port: number };

/** A customer's site: answers `/idv/session` itself and everything else from the app, on a free port or the given one. */
export async function startSite(
  api: Api,
  behind: Behind,
  port = 0,
): Promise<{ url: string; stop(): Promise<void> }> {
  const idv = createIdvClient(api);
  let url = '';
  const session = idv.sessionHandler(() => ({
    type: 'kyc_individual',
    returnUrl: `${url}/return`,
    clientReferenceId: url,
    allowedOrigins: [url],
  }));
  const server = createServer(async (incoming, response) => {
    try {
      if (incoming.url === '/idv/session') await answer(session, url, incoming, response);
      else if ('folder' in behind) await file(behind.folder, incoming, response);
      else forward(behind.port, incoming, response);
    } catch (error) {
      response.writeHead(500).end(String(error));
    }
  });
  if ('port' in behind)
    server.on('upgrade', (incoming, socket, head) => {
      const upstream = connect(behind.port, '127.0.0.1', () => {
        upstream.write(`${incoming.method} ${incoming.url} HTTP/1.1\r\n${rawHeaders(incoming)}\r\n\r\n`);
        upstream.write(head);
        socket.pipe(upstream).pipe(socket);
      });
      for (const one of [socket, upstream]) one.on('error', () => one.destroy());
    });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  url = `http://localhost:${(server.address() as AddressInfo).port}`;
  return {
    url,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function answer(
  handler: (request: Request) => Promise<Response>,
  url: string,
  incoming: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const headers = new Headers(incoming.headers as Record<string, string>);
  const body = new Uint8Array(await buffer(incoming));
  const made = await handler(new Request(url + incoming.url, { method: incoming.method!, headers, body }));
  response.writeHead(made.status, Object.fromEntries(made.headers)).end(await made.text());
}

async function file(folder: string, incoming: IncomingMessage, response: ServerResponse): Promise<void> {
  const path = normalize(decodeURIComponent(incoming.url!.split('?')[0]!));
  const names = path.endsWith('/') ? [`${path}index.html`] : [path, `${path}.html`];
  for (const name of names) {
    const body = await readFile(join(folder, name)).catch(() => null);
    if (body)
      return void response
        .writeHead(200, { 'content-type': TYPES[extname(name)] ?? 'application/octet-stream' })
        .end(body);
  }
  const missing = await readFile(join(folder, '404.html')).catch(() => NOT_FOUND);
  response.writeHead(404, { 'content-type': 'text/html' }).end(missing);
}

function forward(port: number, incoming: IncomingMessage, response: ServerResponse): void {
  const { method, url, headers } = incoming;
  const onward = request({ host: '127.0.0.1', port, method, path: url, headers }, (reply) => {
    response.writeHead(reply.statusCode!, reply.headers);
    reply.pipe(response);
  });
  onward.on('error', (error) => response.writeHead(502).end(String(error)));
  incoming.pipe(onward);
}

function rawHeaders({ rawHeaders }: IncomingMessage): string {
  return rawHeaders
    .map((part, at) => (at % 2 ? `${part}\r\n` : `${part}: `))
    .join('')
    .trimEnd();
}
