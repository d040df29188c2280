// The program of `npm run wallet`: the test wallet with its issuer, as a separate process.
import type { Server } from 'node:http';
import { openAuthority } from './openAuthority.ts';
import { people, portraitOf } from './people.ts';
import { readSettings, type WalletSettings } from './settings.ts';
import { createWallet } from './site/createWallet.ts';
import { walletServer } from './site/walletServer.ts';

const help = `Usage: npm run wallet

Runs a wallet with an issuer of its own, for trying out and for tests: identities (PID), driving licences and photo IDs of
people who do not exist, as SD-JWT VC and mobile document, honest and with every fault that the verifier knows.

  TEST_WALLET_PORT       where it listens, 4020
  TEST_WALLET_HOST       127.0.0.1
  TEST_WALLET_URL        the address that people reach it under, http://localhost:4020
  TEST_WALLET_DIR        where its keys are kept, test-wallet in DATA_DIR
  TEST_WALLET_VERIFIERS  addresses of the services whose links it follows, comma separated, http://localhost:4010 and
                         http://127.0.0.1:4010
  TEST_WALLET_BEHIND_PROXY  whether a proxy in front sets X-Forwarded-For, with the visitor as the last entry, false

A service trusts it in test mode with the settings that it prints. npm start runs it with the demo.
`;

// A promise that nobody awaits has no answer to give, and ends nothing.
process.on('unhandledRejection', (error) => {
  process.stderr.write(`${(error as Error)?.stack ?? error}\n`);
});

if (process.argv.slice(2).some((argument) => /^(-h|--help)$/.test(argument))) process.stdout.write(help);
else await main().catch(fail);

async function main(): Promise<void> {
  const settings = readSettings(process.env);
  const authority = openAuthority(settings.folder, Date.now());
  const handle = createWallet({ settings, authority, now: Date.now });
  const server = walletServer(handle, settings);
  await listen(server, settings);
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => close(server));
  const { trust, certificate, key } = authority.files;
  process.stdout.write(
    `Test wallet: ${settings.url}\n\nSettings of a service that takes its credentials in test mode:\n  WALLET_TEST_TRUST=${trust}\n  WALLET_TEST_URL=${settings.url}\n  WALLET_CERTIFICATE_FILE=${certificate}\n  WALLET_KEY_FILE=${key}\n`,
  );
  // Draws the portraits in advance, so that the first page has them immediately.
  await Promise.all(people.map(portraitOf));
}

function listen(server: Server, { host, port }: WalletSettings): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      const message = `Port ${port} is taken. End what listens there, or choose another with TEST_WALLET_PORT=…`;
      reject(error.code === 'EADDRINUSE' ? new Error(message) : error);
    });
    server.listen(port, host, resolve);
  });
}

function close(server: Server): void {
  server.close(() => process.exit(0));
  server.closeAllConnections();
}

function fail(error: unknown): void {
  process.stderr.write(`The test wallet cannot start: ${error instanceof Error ? error.message : error}\n`);
  process.exit(1);
}
