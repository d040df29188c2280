// A site of nothing but copied code: `node snippetSite.ts FOLDER` imports `server` and `webhook` of the folder as they
// stand, in JavaScript or TypeScript, and serves its `page` with the drop-in script under /idv. It prints its port.
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join } from 'node:path';
import { toNodeHandler } from 'idv-verify/server';

const folder = process.argv[2]!;
const DROP_IN = join(import.meta.dirname, '../../../dist/cdn');
const TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.json': 'application/json',
  '.wasm': 'application/wasm',
};

const kind = existsSync(join(folder, 'server.ts')) ? 'ts' : 'js';
const { session, sessions } = await import(join(folder, `server.${kind}`));
// Who has signed in: one user for each shape of the page.
for (const shape of ['html', 'react']) sessions.set(shape, { id: shape });
const { webhook } = await import(join(folder, `webhook.${kind}`));
const handlers: Record<string, ReturnType<typeof toNodeHandler>> = {
  'POST /idv/session': toNodeHandler(session),
  'POST /webhooks/idv': toNodeHandler(webhook),
};

const server = createServer(async (request, response) => {
  const path = new URL(request.url!, 'http://site').pathname;
  const handler = handlers[`${request.method} ${path}`];
  if (handler) return handler(request, response);
  const file = path.startsWith('/idv/') ? join(DROP_IN, path.slice(5)) : join(folder, 'page', path);
  const name = path.endsWith('/') || path === '/return' ? join(folder, 'page/index.html') : file;
  const content = await readFile(name).catch(() => null);
  response.writeHead(content ? 200 : 404, { 'content-type': TYPES[extname(name)] ?? 'text/plain' });
  response.end(path === '/return' ? 'Thank you' : content);
});
server.listen(Number(process.env['PORT'] ?? 0), '127.0.0.1', () =>
  process.stdout.write(`${(server.address() as AddressInfo).port}\n`),
);
