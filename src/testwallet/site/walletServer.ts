import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { WalletSettings } from '../settings.ts';
import type { PageRequest, PageResponse } from './createWallet.ts';
import { networkOf } from './networkOf.ts';

/** Maximum size of a request from a page in bytes, including certificates. */
const MAX_BODY = 1 << 20;

type Handle = (request: PageRequest) => Promise<PageResponse>;
type Settings = Pick<WalletSettings, 'url' | 'isBehindProxy'>;

/**
 * The server of the test wallet. No request ends the process: one that cannot be read is refused, or dropped if it was
 * cut off.
 */
export function walletServer(handle: Handle, settings: Settings): Server {
  return createServer((request, response) => {
    answerTo(request, handle, settings).then(
      ({ status, headers, body }) => {
        const safe = { 'x-content-type-options': 'nosniff', 'referrer-policy': 'no-referrer' };
        response.writeHead(status, { ...safe, ...headers }).end(body);
      },
      (error: unknown) => {
        const isCutOff = (error as NodeJS.ErrnoException).code === 'ECONNRESET';
        if (!isCutOff) process.stderr.write(`${(error as Error).stack ?? error}\n`);
        response.destroy();
      },
    );
  });
}

async function answerTo(request: IncomingMessage, handle: Handle, settings: Settings): Promise<PageResponse> {
  const { url: target = '', method = 'GET', headers } = request;
  // Two slashes would be the name of another host.
  const isPath = /^\/(?![/\\])/.test(target) && URL.canParse(target, settings.url);
  if (!isPath) return { status: 400, headers: { connection: 'close' }, body: '' };
  const body = await bodyOf(request);
  if (body === null) return { status: 413, headers: { connection: 'close' }, body: '' };
  const url = new URL(target, settings.url);
  return await handle({
    method,
    url,
    accept: headers.accept ?? '',
    body,
    network: networkOfVisitor(request, settings),
  });
}

/** By the address of the connection, or the one stated by the proxy. */
function networkOfVisitor({ headers, socket }: IncomingMessage, { isBehindProxy }: Settings): string {
  const forwarded = isBehindProxy ? String(headers['x-forwarded-for'] ?? '') : '';
  return networkOf(forwarded.split(',').at(-1)!.trim() || socket.remoteAddress || 'unknown');
}

/** @returns `null` if the body is too large. */
async function bodyOf(request: IncomingMessage): Promise<string | null> {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of request as AsyncIterable<Buffer>) {
    size += part.length;
    if (size > MAX_BODY) return null;
    parts.push(part);
  }
  return Buffer.concat(parts).toString();
}
