import { join } from 'node:path';

/** The settings of the test wallet from the environment. */
export interface WalletSettings {
  host: string;
  port: number;
  /** The public URL of the wallet's pages, without a trailing slash. */
  url: string;
  /** The folder with the authority's keys, and the files for a service. */
  folder: string;
  /** Origins of the services whose redirects are answered. */
  verifiers: readonly string[];
  /** Whether a proxy sets `X-Forwarded-For`. The last address in it is then the visitor's. */
  isBehindProxy: boolean;
}

/** The service on this machine, as `npm run service` starts it. */
const DEFAULT_VERIFIERS = 'http://localhost:4010,http://127.0.0.1:4010';

/** @throws {Error} with a sentence that names the wrong setting. */
export function readSettings(env: Readonly<Record<string, string | undefined>>): WalletSettings {
  const port = Number(env['TEST_WALLET_PORT'] || 4020);
  if (!Number.isInteger(port) || port < 1 || port > 65_535)
    throw new Error('TEST_WALLET_PORT must be a number between 1 and 65535');
  const url = env['TEST_WALLET_URL'] || `http://localhost:${port}`;
  const isBehindProxy = env['TEST_WALLET_BEHIND_PROXY'] || 'false';
  if (!/^(true|false)$/.test(isBehindProxy))
    throw new Error('TEST_WALLET_BEHIND_PROXY must be true or false');
  return {
    host: env['TEST_WALLET_HOST'] || '127.0.0.1',
    port,
    url: originOf('TEST_WALLET_URL', url),
    folder: env['TEST_WALLET_DIR'] || join(env['DATA_DIR'] || '.data', 'test-wallet'),
    isBehindProxy: isBehindProxy === 'true',
    verifiers: (env['TEST_WALLET_VERIFIERS'] || DEFAULT_VERIFIERS)
      .split(',')
      .map((one) => one.trim())
      .filter(Boolean)
      .map((one) => originOf('TEST_WALLET_VERIFIERS', one)),
  };
}

function originOf(name: string, value: string): string {
  if (URL.canParse(value) && /^https?:$/.test(new URL(value).protocol)) return new URL(value).origin;
  throw new Error(`${name} must be an http(s) address without a path`);
}
