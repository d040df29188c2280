import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { copyEmbeddedTemplate } from './embeddedTemplate.ts';
import { freePort } from './freePort.ts';

const START = join(import.meta.dirname, '../../demo/start.ts');

export interface RunningDemo {
  /** Of the site, and of the service without `/v1`. */
  url: string;
  serviceUrl: string;
  /** Of the wallet for tests, which a page of the demo loads a script of. */
  walletUrl: string;
  stop: () => Promise<void>;
}

/**
 * Starts service and demo like `npm start`, on free ports with their own data.
 * @param template of the embedded database, see `copyEmbeddedTemplate`; by default the service creates one.
 * @throws Error if they exit during startup.
 */
export async function startDemo(
  settings: Record<string, string> = {},
  template?: string,
): Promise<RunningDemo> {
  const [port, demoPort, walletPort] = [await freePort(), await freePort(), await freePort()];
  const dataDir = mkdtempSync(join(tmpdir(), 'idv-demo-'));
  if (template !== undefined) await copyEmbeddedTemplate(template, dataDir);
  const env = {
    ...process.env,
    IDV_API_KEY: '',
    PORT: `${port}`,
    DEMO_PORT: `${demoPort}`,
    TEST_WALLET_PORT: `${walletPort}`,
    DATA_DIR: dataDir,
    RATE_LIMIT_SCALE: '20',
    DEMO_LIMIT_SCALE: '20',
    ...settings,
  };
  const child = spawn(process.execPath, [START], { env, stdio: ['ignore', 'pipe', 'inherit'] });
  const url = `http://localhost:${demoPort}`;
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (more) => (output += more));
  while (!output.includes('Service  ')) {
    await Promise.race([once(child.stdout, 'data'), once(child, 'exit')]);
    if (child.exitCode !== null) throw new Error(`The demo ended with ${child.exitCode}`);
  }
  const stop = async () => {
    const ended = once(child, 'exit');
    child.kill('SIGTERM');
    await ended;
    rmSync(dataDir, { recursive: true, force: true });
  };
  return {
    url,
    serviceUrl: `http://127.0.0.1:${port}`,
    walletUrl: `http://localhost:${walletPort}`,
    stop,
  };
}
