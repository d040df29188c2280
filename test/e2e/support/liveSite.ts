import { readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { type ServerType, serve } from '@hono/node-server';
import { Hono } from 'hono';
import { createIdvClient } from 'idv-verify/server';
import { apiUrl, liveKey } from './addresses.ts';

const DROP_IN = join(import.meta.dirname, '../../../dist/cdn');
const TYPES: Record<string, string> = { '.js': 'text/javascript', '.wasm': 'application/wasm' };
const POLICY = `default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; img-src blob:; connect-src 'self' ${new URL(apiUrl).origin}`;
const PAGE =
  '<!doctype html><html lang="en"><title>Live</title><script type="module" src="/idv-verify.js"></script>' +
  '<idv-verify session-url="/idv/session" no-redirect></idv-verify>';

/** A customer's site in live mode, whose pages may go on localhost, but not return there. */
export async function liveSite(): Promise<{ url: string; caseId: () => string; close: () => Promise<void> }> {
  const idv = createIdvClient({ apiKey: liveKey, baseUrl: apiUrl });
  let origin = '';
  let caseId = '';
  const app = new Hono();
  app.get('/', (c) => c.html(PAGE, 200, { 'content-security-policy': POLICY }));
  const session = idv.sessionHandler(() => ({
    type: 'kyc_individual',
    returnUrl: 'https://shop.example/return',
    clientReferenceId: origin,
    allowedOrigins: [origin],
  }));
  app.post('/idv/session', async (c) => {
    const answer = await session(c.req.raw);
    ({ caseId } = await answer.clone().json());
    return answer;
  });
  app.get('/:file', async (c) => {
    const file = join(DROP_IN, c.req.param('file'));
    const type = TYPES[extname(file)] ?? 'application/octet-stream';
    return c.body(await readFile(file), 200, { 'content-type': type });
  });
  const server = await new Promise<ServerType>((resolve) => {
    const listening = serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' }, ({ port }) => {
      origin = `http://localhost:${port}`;
      resolve(listening);
    });
  });
  return {
    url: origin,
    caseId: () => caseId,
    close: () =>
      new Promise((resolve) => {
        if ('closeAllConnections' in server) server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}
