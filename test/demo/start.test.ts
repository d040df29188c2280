import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, inject, onTestFinished, test } from 'vitest';
import { parseKey } from '../../src/contract/keys.ts';
import { copyEmbeddedTemplate } from '../support/embeddedTemplate.ts';
import { freePort } from '../support/freePort.ts';

const START = join(import.meta.dirname, '..', '..', 'demo', 'start.ts');

test('starts wallet, service and demo with a new key, and stops them on SIGTERM', {
  timeout: 120_000,
}, async () => {
  const [port, demoPort] = [await freePort(), await freePort()];
  const dataDir = temporaryFolder();
  await copyEmbeddedTemplate(inject('embeddedTemplate'), dataDir);
  const walletPort = await freePort();
  const ports = { PORT: `${port}`, DEMO_PORT: `${demoPort}`, TEST_WALLET_PORT: `${walletPort}` };
  const { child, output } = await start({ ...ports, DATA_DIR: dataDir });
  await waitFor(child, () => output().includes(`http://localhost:${demoPort}`));
  expect(output()).toContain(`http://127.0.0.1:${port}`);
  expect(output()).toContain(`  Wallet   http://localhost:${walletPort}`);
  expect((await fetch(`http://127.0.0.1:${walletPort}/healthz`)).status).toBe(204);
  expect((await fetch(`http://127.0.0.1:${demoPort}/open`)).status).toBe(200);
  expect((await fetch(`http://127.0.0.1:${port}/readyz`)).status).toBe(200);
  expect(output()).toMatch(
    new RegExp(`^  Desk     http://127\\.0\\.0\\.1:${port}/desk/invite/[\\w-]{43}$`, 'm'),
  );
  const file = join(dataDir, 'demo-key');
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(parseKey(readFileSync(file, 'utf8').trim())).toEqual({ kind: 'secret', mode: 'test' });
  process.kill(childOf(child, 'src/testwallet/main.ts'), 'SIGKILL');
  await expect.poll(output, { timeout: 10_000 }).toContain('has ended (SIGKILL). The others continue');
  expect((await fetch(`http://127.0.0.1:${demoPort}/open`)).status).toBe(200);
  expect((await fetch(`http://127.0.0.1:${port}/readyz`)).status).toBe(200);
  child.kill('SIGTERM');
  expect(await once(child, 'exit')).toEqual([0, null]);
  for (const gone of [port, demoPort, walletPort])
    await expect(fetch(`http://127.0.0.1:${gone}/`)).rejects.toThrow();
});

test('a demo for the public leads its visitors to none of their own machine', {
  timeout: 120_000,
}, async () => {
  const [port, demoPort, walletPort] = [await freePort(), await freePort(), await freePort()];
  const dataDir = temporaryFolder();
  await copyEmbeddedTemplate(inject('embeddedTemplate'), dataDir);
  const ports = { PORT: `${port}`, DEMO_PORT: `${demoPort}`, TEST_WALLET_PORT: `${walletPort}` };
  const { child, output } = await start({ ...ports, DATA_DIR: dataDir, DEMO_URL: 'https://demo.example' });
  await waitFor(child, () => output().includes('Demo     https://demo.example'));
  expect(output()).not.toContain('Wallet');
  const page = await fetch(`http://127.0.0.1:${demoPort}/open?fault=wallet`);
  const shown = `${page.headers.get('content-security-policy')} ${await page.text()}`;
  expect(shown).not.toMatch(/localhost|127\.0\.0\.1/);
  await expect(fetch(`http://127.0.0.1:${walletPort}/healthz`)).rejects.toThrow();
});

test('says why there is no invitation to the desk, and how to ask again', async () => {
  const [port, demoPort] = [await freePort(), await freePort()];
  // Too long a path for the socket that the service is asked through.
  const dataDir = join(temporaryFolder(), 'd'.repeat(100));
  await copyEmbeddedTemplate(inject('embeddedTemplate'), dataDir);
  const { child, output } = await start({
    PORT: `${port}`,
    DEMO_PORT: `${demoPort}`,
    DATA_DIR: dataDir,
  });
  await waitFor(child, () => output().includes(`http://localhost:${demoPort}`));
  expect(output()).toMatch(
    /^ {2}Desk {5}No invitation was made: The path of DATA_DIR .+\. Choose a shorter one\.$/m,
  );
  expect(output()).toContain('npm run service -- desk invite Demo --role administrator');
});

test.each(['PORT', 'DEMO_PORT', 'TEST_WALLET_PORT'])(
  'names a port in use and explains how to choose another: %s',
  async (setting) => {
    const blocker = createServer().listen(0, '127.0.0.1');
    onTestFinished(() => void blocker.close());
    await once(blocker, 'listening');
    const { port } = blocker.address() as { port: number };
    const free = { PORT: `${await freePort()}`, DEMO_PORT: `${await freePort()}` };
    const { child, output } = await start({
      ...free,
      [setting]: `${port}`,
      DATA_DIR: temporaryFolder(),
    });
    expect((await once(child, 'exit'))[0]).toBe(1);
    expect(output()).toMatch(new RegExp(`^Port ${port} is taken.*${setting}=`));
  },
);

test.each(['x', '70000'])('refuses the port %s with a clear message', async (port) => {
  const { child, output } = await start({ PORT: port, DATA_DIR: temporaryFolder() });
  expect((await once(child, 'exit'))[0]).toBe(1);
  expect(output()).toBe('PORT must be a number between 1 and 65535\n');
});

test('reports that its directory cannot be used', async () => {
  const [port, demoPort] = [await freePort(), await freePort()];
  const file = join(temporaryFolder(), 'file');
  writeFileSync(file, '');
  const { child, output } = await start({
    PORT: `${port}`,
    DEMO_PORT: `${demoPort}`,
    DATA_DIR: join(file, 'below'),
  });
  expect((await once(child, 'exit'))[0]).toBe(1);
  expect(output()).toMatch(/DATA_DIR, must be a folder that can be made \(\w+\)\.\n/);
});

async function start(settings: Record<string, string>) {
  const env = {
    ...process.env,
    IDV_API_KEY: '',
    TEST_WALLET_PORT: `${await freePort()}`,
    ...settings,
  };
  const child = spawn(process.execPath, [START], { env, stdio: ['ignore', 'pipe', 'pipe'] });
  onTestFinished(() => void child.kill('SIGTERM'));
  let text = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (more) => (text += more));
  return { child, output: () => text };
}

/** Waits for a condition on a process's output; fails if the process ends first. */
async function waitFor(child: ChildProcess, condition: () => boolean): Promise<void> {
  while (!condition()) {
    if (child.exitCode !== null) throw new Error(`It ended with ${child.exitCode}`);
    await Promise.race([once(child.stdout!, 'data'), once(child, 'exit')]);
  }
}

/** The process id of a program that was started. */
function childOf({ pid }: ChildProcess, program: string): number {
  return Number(execFileSync('pgrep', ['-P', `${pid}`, '-f', program], { encoding: 'utf8' }));
}

function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'idv-start-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
