import type { AddressInfo } from 'node:net';
import { createConnection, createServer, type Socket } from 'node:net';

/** An address on loopback that leads to a server, as that of a load balancer does. */
export interface Relay {
  port: number;
  /** Leads new connections to this unix socket; with `null` they are refused. */
  leadTo(socket: string | null): void;
  /** As a network that is cut: no byte passes any more and nobody is told, on any connection, until `leadTo`. New connections hang. */
  cut(): void;
  /** Closes all connections. */
  drop(): void;
  close(): Promise<void>;
}

export async function startRelay(socket: string | null = null): Promise<Relay> {
  const open = new Set<Socket>();
  let target = socket;
  let isCut = false;
  const keep = (end: Socket) => {
    open.add(end);
    end.on('close', () => open.delete(end));
    // The other end learns of it by its own closing.
    end.on('error', () => {});
  };
  const server = createServer((client) => {
    keep(client);
    if (isCut) return void client.pause();
    if (!target) return void client.destroy();
    const upstream = createConnection(target);
    keep(upstream);
    client.pipe(upstream).pipe(client);
    client.on('close', () => upstream.destroy());
    upstream.on('close', () => client.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const drop = () => {
    for (const end of open) end.destroy();
  };
  return {
    port: (server.address() as AddressInfo).port,
    leadTo: (next) => {
      target = next;
      isCut = false;
    },
    cut: () => {
      isCut = true;
      for (const end of open) {
        end.unpipe();
        end.pause();
        end.removeAllListeners('close');
        end.on('close', () => open.delete(end));
      }
    },
    drop,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        drop();
      }),
  };
}
