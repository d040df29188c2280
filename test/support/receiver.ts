import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { waitFor } from './waitFor.ts';

/** A request as a webhook receiver got it. */
export interface Received {
  method: string;
  path: string;
  headers: Record<string, string>;
  body: string;
  /** `performance.now()` when it was whole. */
  at: number;
}

export interface Receiver {
  url: string;
  received: Received[];
  /** Waits until that many have come. */
  count(min: number, timeoutMs?: number): Promise<Received[]>;
  close(): Promise<void>;
}

/** A real HTTP server on loopback that records its requests; it answers 204 by default. */
export async function startReceiver(
  answer: (response: ServerResponse, received: Received, number: number) => void = (response) =>
    response.writeHead(204).end(),
): Promise<Receiver> {
  const received: Received[] = [];
  const server = createServer(async (request, response) => {
    // The sender broke off: a test that expects the request waits for the next one.
    const one = await read(request).catch(() => null);
    if (one) answer(response, one, received.push(one));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hooks`,
    received,
    count: async (min, timeoutMs) => {
      await waitFor(() => received.length >= min, timeoutMs);
      return received;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function read(request: IncomingMessage): Promise<Received> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return {
    method: request.method!,
    path: request.url!,
    headers: request.headers as Record<string, string>,
    body: Buffer.concat(chunks).toString(),
    at: performance.now(),
  };
}
