import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { generateKey } from '../../src/contract/keys.ts';
import { freePort } from '../support/freePort.ts';
import { waitFor } from '../support/waitFor.ts';

const START = join(import.meta.dirname, '../../demo/start.ts');

interface Site {
  /** Of the demo. */
  url: string;
  /** Of the service, ends in `/v1`. */
  apiUrl: string;
  /** Of test mode, with all scopes. */
  apiKey: string;
  close: () => Promise<void>;
}

/** The service and the demo as `npm start` runs them, on free ports and with data of their own. */
export async function startSite(): Promise<Site> {
  const data = await mkdtemp(join(tmpdir(), 'idv-engines-'));
  const [port, demoPort, walletPort] = [await freePort(), await freePort(), await freePort()];
  const apiKey = generateKey('secret', 'test');
  const ports = {
    PORT: String(port),
    DEMO_PORT: String(demoPort),
    TEST_WALLET_PORT: String(walletPort),
  };
  const child = spawn(process.execPath, [START], {
    env: { ...process.env, ...ports, DATA_DIR: data, IDV_API_KEY: apiKey },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const url = `http://localhost:${demoPort}`;
  await waitFor(async () => {
    if (child.exitCode !== null) throw new Error('The service or the demo did not start.');
    return (await fetch(`${url}/healthz`).catch(() => null))?.ok === true;
  });
  return {
    url,
    apiUrl: `http://127.0.0.1:${port}/v1`,
    apiKey,
    close: async () => {
      child.kill();
      await ended;
      await rm(data, { recursive: true, force: true });
    },
  };
}
