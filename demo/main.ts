import { setTimeout as delay } from 'node:timers/promises';
import { serve } from '@hono/node-server';
import { readConfig } from './config.ts';
import { inviteByStarter } from './deskInvitation.ts';
import { createSite, type Site } from './site.ts';

const FORGET_EVERY_MS = 60_000;
/** How long a service may take to start, and how often it is asked. */
const SERVICE_MS = 120_000;
const AGAIN_MS = 50;

try {
  await main();
} catch (error) {
  process.stderr.write(`The demo cannot start: ${error instanceof Error ? error.message : error}\n`);
  process.exit(1);
}

async function main(): Promise<void> {
  const config = readConfig(process.env);
  // A promise that nobody awaits ends nothing, and its cause is told.
  process.on('unhandledRejection', (error) => process.stderr.write(`${(error as Error)?.stack ?? error}\n`));
  const site = createSite(config, { invite: inviteByStarter() });
  const server = await listen(site.fetch, config.host, config.port);
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => close(server));
  const forgetting = setInterval(() => void forget(site), FORGET_EVERY_MS);
  server.once('close', () => clearInterval(forgetting));
  await waitForService(config.apiUrl);
  // A key that may not do it serves all else.
  await site
    .brandAccount()
    .catch((error) => process.stderr.write(`The hosted page shows no brand: ${error}\n`));
  await site.registerWebhooks(config.webhookUrl);
  process.stdout.write(`Demo: ${config.siteUrl}\n`);
}

/** Waits for a service that starts at the same time. One that stays away is told by the first call to it. */
async function waitForService(apiUrl: string): Promise<void> {
  const deadline = Date.now() + SERVICE_MS;
  const isUp = () =>
    fetch(new URL('/readyz', apiUrl)).then(
      ({ status }) => status < 500,
      () => false,
    );
  while (!(await isUp()) && Date.now() < deadline) await delay(AGAIN_MS);
}

/** Runs one cleanup. After a failure the next round repeats it. */
async function forget(site: Site): Promise<void> {
  await site
    .forgetOld()
    .catch((error) =>
      process.stderr.write(`Old cases were not erased, the next round tries again: ${error}\n`),
    );
}

type Server = ReturnType<typeof serve>;

function listen(fetch: Site['fetch'], hostname: string, port: number) {
  return new Promise<Server>((resolve, reject) => {
    const server = serve({ fetch, hostname, port }, () => resolve(server));
    server.once('error', (error: NodeJS.ErrnoException) => {
      const taken = `port ${port} is taken. Choose another with DEMO_PORT, or end what listens there`;
      reject(error.code === 'EADDRINUSE' ? new Error(taken) : error);
    });
  });
}

/** Closes all connections, because live pages never end theirs. */
function close(server: Server): void {
  server.close(() => process.exit(0));
  if ('closeAllConnections' in server) server.closeAllConnections();
}
