import dns from 'node:dns';
import { afterAll, beforeAll } from 'vitest';
import { startNameServer } from './nameServer.ts';

/** Resolves the names of a test file with a name server of their own. @returns the names that were asked for since the last call. */
export function resolveBy(names: Record<string, string[]>): () => string[] {
  const usual = dns.getServers();
  let server: Awaited<ReturnType<typeof startNameServer>>;
  beforeAll(async () => {
    server = await startNameServer(names);
    dns.setServers([server.address]);
  });
  afterAll(async () => {
    dns.setServers(usual);
    await server.close();
  });
  return () => server.queries.splice(0);
}
