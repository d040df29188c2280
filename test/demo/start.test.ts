import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { get } from 'node:https';
import { createServer } from 'node:net';
import { networkInterfaces, tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TLSSocket } from 'node:tls';
import { expect, inject, onTestFinished, test } from 'vitest';
import { parseKey } from '../../src/contract/keys.ts';
import { copyEmbeddedTemplate } from '../support/embeddedTemplate.ts';
import { freePort } from '../support/freePort.ts';

const START = join(import.meta.dirname, '..', '..', 'demo', 'start.ts');

/** An address of this machine in a network, if it is in one. */
const inNetwork = Object.values(networkInterfaces())
  .flatMap((one) => one ?? [])
  .find(({ family, internal }) => family === 'IPv4' && !internal)?.address;

test('starts wallet, service and demo with a new key, and stops them on SIGTERM', async () => {
  const [port, demoPort] = [await freePort(), await freePort()];
  const dataDir = temporaryFolder();
  const file = join(dataDir, 'demo-key');
  // As an earlier version left it on a full disk.
  writeFileSync(file, '');
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
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(parseKey(readFileSync(file, 'utf8').trim())).toEqual({ kind: 'secret', mode: 'test' });
  process.kill(childOf(child, 'src/testwallet/main.ts'), 'SIGKILL');
  await expect.poll(output).toContain('has ended (SIGKILL). The others continue');
  expect((await fetch(`http://127.0.0.1:${demoPort}/open`)).status).toBe(200);
  expect((await fetch(`http://127.0.0.1:${port}/readyz`)).status).toBe(200);
  child.kill('SIGTERM');
  expect(await once(child, 'exit')).toEqual([0, null]);
  for (const gone of [port, demoPort, walletPort])
    await expect(fetch(`http://127.0.0.1:${gone}/`)).rejects.toThrow();
});

test('a demo for the public leads its visitors to none of their own machine', async () => {
  const [port, demoPort, walletPort] = [await freePort(), await freePort(), await freePort()];
  const dataDir = temporaryFolder();
  await copyEmbeddedTemplate(inject('embeddedTemplate'), dataDir);
  const ports = { PORT: `${port}`, DEMO_PORT: `${demoPort}`, TEST_WALLET_PORT: `${walletPort}` };
  const { child, output } = await start({
    ...ports,
    DATA_DIR: dataDir,
    DEMO_URL: 'https://demo.example',
    DEMO_OPERATOR: 'Example Ltd',
    DEMO_CONTACT: 'privacy@demo.example',
  });
  await waitFor(child, () => output().includes('Demo     https://demo.example'));
  expect(output()).not.toContain('Wallet');
  const page = await fetch(`http://127.0.0.1:${demoPort}/open?fault=wallet`);
  const shown = `${page.headers.get('content-security-policy')} ${await page.text()}`;
  expect(shown).not.toMatch(/localhost|127\.0\.0\.1/);
  await expect(fetch(`http://127.0.0.1:${walletPort}/healthz`)).rejects.toThrow();
  const notice = await (await fetch(`http://127.0.0.1:${demoPort}/quayside/privacy`)).text();
  expect(notice).toContain('Example Ltd runs this demo and is the controller.');
  expect(notice).toMatch(/Article 9\(2\)\(a\).+How to withdraw it/s);
  expect(notice).toContain('href="mailto:privacy@demo.example"');
});

test.runIf(inNetwork)('with --lan, demo, service and wallet answer in the network over https', async () => {
  const [port, demoPort, walletPort] = [await freePort(), await freePort(), await freePort()];
  const dataDir = temporaryFolder();
  await copyEmbeddedTemplate(inject('embeddedTemplate'), dataDir);
  const ports = { PORT: `${port}`, DEMO_PORT: `${demoPort}`, TEST_WALLET_PORT: `${walletPort}` };
  const { child, output } = await start(
    { ...ports, DATA_DIR: dataDir, DEMO_OPERATOR: 'Example Ltd', DEMO_CONTACT: 'privacy@demo.example' },
    ['--lan', inNetwork!],
  );
  await waitFor(child, () => output().includes('Desk  '));
  expect(output()).toContain(
    `  Demo     https://${inNetwork}:${demoPort}\n  Service  https://${inNetwork}:${port}\n`,
  );
  expect(output()).toContain('press Advanced');
  expect(output()).toContain('name Example Ltd, privacy@demo.example');
  const [front, certificate] = await ask(`https://${inNetwork}:${demoPort}/tour/qr.svg`);
  expect([front, certificate]).toEqual([200, `IP Address:${inNetwork}`]);
  expect((await ask(`https://${inNetwork}:${port}/readyz`))[0]).toBe(200);
  expect((await ask(`https://${inNetwork}:${walletPort}/healthz`))[0]).toBe(204);
  expect(output()).toMatch(new RegExp(`^  Desk     https://${inNetwork}:${port}/desk/invite/`, 'm'));
});

test.each([
  [['--wan'], '--wan: the only argument is --lan, with or without an address after it\n'],
  [
    ['--lan', '203.0.113.1'],
    '203.0.113.1 is no IPv4 address of this machine. Connect it, or name one of its addresses: npm start -- --lan 192.168.1.7\n',
  ],
])('refuses %j with a sentence', async (args, sentence) => {
  const free = { PORT: `${await freePort()}`, DEMO_PORT: `${await freePort()}` };
  const { child, output } = await start({ ...free, DATA_DIR: temporaryFolder() }, args);
  expect((await once(child, 'exit'))[0]).toBe(1);
  expect(output()).toBe(sentence);
});

test('goes on without an invitation to the desk and without storing its key, and says why', async () => {
  const [port, demoPort] = [await freePort(), await freePort()];
  // Too long a path for the socket that the service is asked through.
  const dataDir = join(temporaryFolder(), 'd'.repeat(100));
  await copyEmbeddedTemplate(inject('embeddedTemplate'), dataDir);
  const key = join(dataDir, 'demo-key');
  mkdirSync(`${key}.new`);
  const { child, output } = await start({
    PORT: `${port}`,
    DEMO_PORT: `${demoPort}`,
    DATA_DIR: dataDir,
  });
  await waitFor(child, () => output().includes(`http://localhost:${demoPort}`));
  expect(output()).toContain(`${key} cannot be written (EISDIR): the next start makes a new key.`);
  expect(existsSync(key)).toBe(false);
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

/** @returns the status, and the names of the certificate, which no authority knows. */
function ask(url: string): Promise<[status: number, names: string | undefined]> {
  return new Promise((resolve, reject) => {
    const asked = get(url, { rejectUnauthorized: false }, (reply) => {
      const names = (reply.socket as TLSSocket).getPeerCertificate().subjectaltname;
      reply.resume().on('end', () => resolve([reply.statusCode!, names]));
    });
    asked.on('error', reject);
  });
}

async function start(settings: Record<string, string>, args: readonly string[] = []) {
  const env = {
    ...process.env,
    IDV_API_KEY: '',
    TEST_WALLET_PORT: `${await freePort()}`,
    ...settings,
  };
  const child = spawn(process.execPath, [START, ...args], { env, stdio: ['ignore', 'pipe', 'pipe'] });
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
