import type { AddressInfo } from 'node:net';
import { connect, createServer, type Socket } from 'node:net';
import type { Lab } from './Lab.ts';

/** Where a connection is cut: before the request arrives, during the response, or just before its end. */
type Cut = 'before' | 'amid' | 'after';
const CUTS: readonly Cut[] = ['before', 'amid', 'after'];

/** A TCP proxy on loopback that cuts a share of its connections. */
export interface CuttingProxy {
  url: string;
  cuts: Record<Cut, number>;
}

/**
 * Each request uses a new connection here (the caller must send `Connection: close`), so a share of connections is a
 * share of requests.
 */
export async function startCuttingProxy(lab: Lab, target: string, share: number): Promise<CuttingProxy> {
  const { hostname, port } = new URL(target);
  const cuts: Record<Cut, number> = { before: 0, amid: 0, after: 0 };
  const open = new Set<Socket>();
  const server = createServer((client) => {
    const upstream = connect(Number(port), hostname);
    for (const socket of [client, upstream]) {
      open.add(socket);
      socket.on('error', () => {});
      socket.on('close', () => {
        open.delete(socket);
        client.destroy();
        upstream.end();
      });
    }
    const cut = Math.random() < share ? CUTS[Math.floor(Math.random() * CUTS.length)]! : null;
    if (cut) cuts[cut]++;
    if (cut === 'before') client.once('data', () => client.resetAndDestroy());
    else client.pipe(upstream);
    upstream.on('data', (chunk: Buffer) => {
      if (cut === 'amid') client.write(chunk.subarray(0, chunk.length >> 1), () => client.resetAndDestroy());
      else if (cut === 'after') client.resetAndDestroy();
      else client.write(chunk);
    });
    upstream.on('end', () => client.end());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  lab.defer(() => {
    for (const socket of open) socket.destroy();
    server.close();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, cuts };
}
