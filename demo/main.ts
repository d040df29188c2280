import { serve } from '@hono/node-server';
import { readConfig } from './config.ts';
import { createSite } from './site.ts';

try {
  await main();
} catch (error) {
  process.stderr.write(`The demo cannot start: ${error instanceof Error ? error.message : error}\n`);
  process.exit(1);
}

async function main(): Promise<void> {
  const config = readConfig(process.env);
  const site = createSite(config);
  const server = await listen(site.fetch, config.host, config.port);
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => close(server));
  await site.registerWebhooks(`${webhookOrigin(config.siteUrl)}/webhooks/idv`);
  process.stdout.write(`Demo: ${config.siteUrl}\n`);
}

type Server = ReturnType<typeof serve>;

function listen(fetch: (request: Request) => Response | Promise<Response>, hostname: string, port: number) {
  return new Promise<Server>((resolve, reject) => {
    const server = serve({ fetch, hostname, port }, () => resolve(server));
    server.once('error', (error: NodeJS.ErrnoException) => {
      const taken = `port ${port} is taken. Choose another with DEMO_PORT, or end what listens there`;
      reject(error.code === 'EADDRINUSE' ? new Error(taken) : error);
    });
  });
}

/** Pages that stay live never end by themselves, so their connections are cut. */
function close(server: Server): void {
  server.close(() => process.exit(0));
  if ('closeAllConnections' in server) server.closeAllConnections();
}

/** This machine under its number: the name may mean an address at which nobody listens. */
function webhookOrigin(siteUrl: string): string {
  return new URL(siteUrl).origin.replace('//localhost', '//127.0.0.1');
}
