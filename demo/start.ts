// What `npm start` runs: the test wallet, the service and the demo, each a process of its own, with a test key that is made once.
// `--lan` opens them to the network of this machine, so that phones in the room can take part: a process of its own ends TLS.
// A demo for the public (DEMO_URL) has a test wallet only if its public address is set (TEST_WALLET_URL): a default would
// lead visitors to their own machines.
import { type ChildProcess, execFile, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { networkInterfaces } from 'node:os';
import { isAbsolute, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { isLoopback } from './networkOf.ts';

const ROOT = join(import.meta.dirname, '..');
const READY_MS = 120_000;
const KEY_FILE = 'demo-key';
const INVITE = ['desk', 'invite', 'Demo', '--role', 'administrator'];
const WARNING = `
  Phones in this network reach these addresses. Each browser warns once, because the certificate was made on this machine
  just now: press Advanced (Safari: Show Details), then Proceed, or Visit this website.
`;

const { env } = process;
const output = promisify(execFile);
const children: ChildProcess[] = [];
let ending = false;
/** Whether everything has started. */
let isReady = false;

// The reader of the output may close it. That must not end this process before its children.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});

try {
  await main();
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : error}\n`);
  end(1);
}

async function main(): Promise<void> {
  const host = env['HOST'] || '127.0.0.1';
  const port = portOf('PORT', 4010);
  const demoPort = portOf('DEMO_PORT', 4000);
  const walletPort = portOf('TEST_WALLET_PORT', 4020);
  const dataDir = resolve(env['DATA_DIR'] || '.data');
  const lan = lanAddress(process.argv.slice(2));
  if (lan) await openTo(lan, [demoPort, port, walletPort]);
  await requireFree(host, port, 'PORT');
  await requireFree('127.0.0.1', demoPort, 'DEMO_PORT');
  const walletUrl = env['TEST_WALLET_URL'] || (env['DEMO_URL'] ? null : `http://localhost:${walletPort}`);
  if (walletUrl) await requireFree('127.0.0.1', walletPort, 'TEST_WALLET_PORT');
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => end(0));

  const local = `http://${['0.0.0.0', '::'].includes(host) ? '127.0.0.1' : host}:${port}`;
  const walletDir = env['TEST_WALLET_DIR'] || join(dataDir, 'test-wallet');
  const trust = walletUrl ? walletTrust(walletDir, walletUrl) : {};
  const wallet = walletUrl && startWallet(walletDir, walletPort, [local, `http://localhost:${port}`]);
  const key = env['IDV_API_KEY'] || (await readOrCreateKey(dataDir));
  // Its first start makes the files that the service is told of.
  if (!Object.values(trust).every((file) => !isAbsolute(file) || existsSync(file))) await wallet;
  const service = run('src/service/main.ts', {
    DATA_DIR: dataDir,
    IDV_BOOTSTRAP_KEY: [env['IDV_BOOTSTRAP_KEY'], key].filter(Boolean).join(','),
    WEBHOOK_ALLOW_LOOPBACK: env['WEBHOOK_ALLOW_LOOPBACK'] || 'true',
    LOG_LEVEL: env['LOG_LEVEL'] || 'warn',
    OPERATOR_NAME: env['OPERATOR_NAME'] || env['DEMO_OPERATOR'] || '',
    // Who rehearses on their own machine meets no limit; a demo for the public keeps the service's.
    ...(isLoopback(host) && !env['RATE_LIMIT_SCALE'] && !env['DEMO_URL'] && { RATE_LIMIT_SCALE: '0' }),
    // Calls of pages come from the demo, which states the visitor's address. Nobody else reaches a loopback address.
    ...(isLoopback(host) && !env['TRUST_PROXY'] && { TRUST_PROXY: '1' }),
    ...trust,
  });
  const site = `http://localhost:${demoPort}`;
  // It waits for the service by itself, and loads meanwhile.
  const demo = run(
    'demo/main.ts',
    {
      IDV_API_KEY: key,
      IDV_BASE_URL: env['IDV_BASE_URL'] || `${local}/v1`,
      DEMO_URL: env['DEMO_URL'] || site,
      DEMO_WALLET_URL: env['DEMO_WALLET_URL'] || walletUrl || '',
    },
    // Who can press that button is on this machine; the desk of a demo for the public is reached by nobody.
    { isAnswered: isLoopback(host) && (lan !== null || !env['DEMO_URL']) },
  );
  demo.on('message', async () => demo.send(await inviteToDesk(dataDir)));
  await Promise.all([waitUntilReady(service, `${local}/readyz`, 'The service'), wallet]);
  if (!env['IDV_API_KEY']) storeKey(dataDir, key);
  const [desk] = await Promise.all([
    inviteToDesk(dataDir),
    waitUntilReady(demo, `http://127.0.0.1:${demoPort}/healthz`, 'The demo'),
  ]);
  isReady = true;
  const invitation = desk.url
    ? `  Desk     ${desk.url}\n`
    : `  Desk     No invitation was made: ${desk.problem}\n           To ask again: npm run service -- ${INVITE.join(' ')}\n`;
  process.stdout.write(
    `\n  Demo     ${env['DEMO_URL'] || site}\n  Service  ${env['PUBLIC_URL'] || local}\n${walletUrl ? `  Wallet   ${walletUrl}\n` : ''}${invitation}${lan ? `${WARNING}  The privacy notices name ${env['DEMO_OPERATOR']}, ${env['DEMO_CONTACT']}.\n` : ''}\n`,
  );
}

/**
 * The address of this machine in its network, or the one that follows `--lan`; `null` without `--lan`.
 * @throws if there is none, or for another argument.
 */
function lanAddress(args: readonly string[]): string | null {
  const [flag, named, more] = args;
  if (flag === undefined) return null;
  if (flag !== '--lan' || more !== undefined)
    throw new Error(`${args.join(' ')}: the only argument is --lan, with or without an address after it`);
  const found = Object.values(networkInterfaces())
    .flatMap((one) => one ?? [])
    .find(({ family, internal, address }) => family === 'IPv4' && !internal && (!named || named === address));
  if (found) return found.address;
  const problem = named ? `${named} is no IPv4 address of this machine` : 'This machine is in no network';
  throw new Error(`${problem}. Connect it, or name one of its addresses: npm start -- --lan 192.168.1.7`);
}

/**
 * Who is responsible for the faces that a room shows to the demo: by default who commits in this clone.
 * @throws if nobody is named.
 */
function responsible(): Record<'DEMO_OPERATOR' | 'DEMO_CONTACT', string> {
  const ofGit = (name: string) =>
    spawnSync('git', ['config', name], { cwd: ROOT, encoding: 'utf8' }).stdout?.trim() ?? '';
  const operator = env['DEMO_OPERATOR'] || ofGit('user.name');
  const contact = env['DEMO_CONTACT'] || ofGit('user.email');
  if (operator && contact) return { DEMO_OPERATOR: operator, DEMO_CONTACT: contact };
  throw new Error(
    'Others can open this demo, and its privacy notices name who is responsible: set DEMO_OPERATOR and DEMO_CONTACT, or user.name and user.email of git',
  );
}

/** Opens the ports of this machine to its network with TLS, and says so to all that start after it. */
async function openTo(address: string, ports: readonly number[]): Promise<void> {
  const [demoPort, port, walletPort] = ports as [number, number, number];
  const settings = ['DEMO_PORT', 'PORT', 'TEST_WALLET_PORT'];
  for (const [at, each] of ports.entries()) await requireFree(address, each, settings[at]!);
  const openings = {
    ...responsible(),
    DEMO_URL: `https://${address}:${demoPort}`,
    DEMO_WEBHOOK_URL: `http://127.0.0.1:${demoPort}/webhooks/idv`,
    DEMO_BEHIND_PROXY: 'true',
    DEMO_OWN_CERTIFICATE: 'true',
    DEMO_LIMIT_SCALE: '10',
    PUBLIC_URL: `https://${address}:${port}`,
    RATE_LIMIT_SCALE: '10',
    TEST_WALLET_URL: `https://${address}:${walletPort}`,
    TEST_WALLET_BEHIND_PROXY: 'true',
  };
  for (const [name, value] of Object.entries(openings)) env[name] ||= value;
  const doors = run(
    'src/testwallet/lan.ts',
    { LAN_ADDRESS: address, LAN_PORTS: ports.join(',') },
    { isAnswered: true },
  );
  await once(doors, 'message');
}

/** @param services the addresses of the service on this machine */
async function startWallet(folder: string, port: number, services: readonly string[]): Promise<void> {
  const verifiers = [env['TEST_WALLET_VERIFIERS'], env['PUBLIC_URL'], ...services];
  const settings = { TEST_WALLET_DIR: folder, TEST_WALLET_VERIFIERS: verifiers.filter(Boolean).join(',') };
  const wallet = run('src/testwallet/main.ts', settings, { isNeeded: false });
  await waitUntilReady(wallet, `http://127.0.0.1:${port}/healthz`, 'The test wallet');
}

/**
 * The settings by which the service accepts credentials of the test wallet, only in test mode, and signs its requests.
 */
function walletTrust(folder: string, url: string): Record<string, string> {
  const trust = [env['WALLET_TEST_TRUST'], join(folder, 'trust')].filter(Boolean).join(',');
  if (env['WALLET_CERTIFICATE_FILE'])
    return { WALLET_TEST_TRUST: trust, WALLET_TEST_URL: env['WALLET_TEST_URL'] || url };
  return {
    WALLET_TEST_TRUST: trust,
    WALLET_TEST_URL: env['WALLET_TEST_URL'] || url,
    WALLET_CERTIFICATE_FILE: join(folder, 'access.pem'),
    WALLET_KEY_FILE: join(folder, 'access.key'),
  };
}

function portOf(name: string, fallback: number): number {
  const port = Number(env[name] || fallback);
  if (Number.isInteger(port) && port >= 1 && port <= 65_535) return port;
  throw new Error(`${name} must be a number between 1 and 65535`);
}

function requireFree(host: string, port: number, setting: string): Promise<void> {
  return new Promise((free, reject) => {
    const probe = createServer();
    probe.once('error', ({ code, message }: NodeJS.ErrnoException) => {
      const taken = `Port ${port} is taken. End what listens there, or choose another with ${setting}=…`;
      reject(new Error(code === 'EADDRINUSE' ? taken : `Cannot listen on ${host}:${port}: ${message}`));
    });
    probe.listen(port, host, () => probe.close(() => free()));
  });
}

/** A link to the review desk, valid once within 15 minutes; or the reason if there is none. */
async function inviteToDesk(dataDir: string): Promise<{ url: string | null; problem: string }> {
  const command = [join(ROOT, 'src/service/cli/command.ts'), ...INVITE];
  try {
    const { stdout } = await output(process.execPath, command, { env: { ...env, DATA_DIR: dataDir } });
    return { url: stdout.trim(), problem: '' };
  } catch (error) {
    const { stderr, message } = error as Error & { stderr?: string };
    return { url: null, problem: stderr?.trim().split('\n').at(-1) || message };
  }
}

/** The test key of this machine, created at the first start. */
async function readOrCreateKey(dataDir: string): Promise<string> {
  const file = join(dataDir, KEY_FILE);
  const stored = existsSync(file) ? readFileSync(file, 'utf8').trim() : '';
  if (stored) return stored;
  const command = [join(ROOT, 'src/service/cli/keys.ts'), 'generate', '--mode', 'test'];
  return (await output(process.execPath, command)).stdout.trim();
}

/**
 * Stores a new key as a whole or not at all, for its owner alone, after the service has created its directory and reported
 * problems with it.
 */
function storeKey(dataDir: string, key: string): void {
  const file = join(dataDir, KEY_FILE);
  if (existsSync(file) && readFileSync(file, 'utf8').trim() === key) return;
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
    writeFileSync(`${file}.new`, `${key}\n`, { mode: 0o600 });
    renameSync(`${file}.new`, file);
  } catch (error) {
    // The key serves until the end.
    process.stderr.write(
      `${file} cannot be written (${(error as NodeJS.ErrnoException).code}): the next start makes a new key. The cases of this one stay.\n`,
    );
  }
}

/**
 * Starts a program of the repository. When one ends that is needed, all end.
 * @param isAnswered whether it may send messages to this process.
 */
function run(
  file: string,
  settings: Record<string, string>,
  { isNeeded = true, isAnswered = false }: { isNeeded?: boolean; isAnswered?: boolean } = {},
): ChildProcess {
  const stdout = file.startsWith('src/service/') ? 'inherit' : 'ignore';
  const child = spawn(process.execPath, [join(ROOT, file)], {
    stdio: ['ignore', stdout, 'inherit', ...(isAnswered ? (['ipc'] as const) : [])],
    env: { ...env, ...settings },
  });
  children.push(child);
  child.on('exit', (code, signal) => {
    if (!isNeeded && isReady && !ending) {
      process.stderr.write(`${file} has ended (${signal ?? code}). The others continue without it.\n`);
      return;
    }
    if (!ending) process.stderr.write(`${file} has ended (${signal ?? code}), so everything ends.\n`);
    end(code || 1);
    if (children.every(hasEnded)) process.exit();
  });
  return child;
}

async function waitUntilReady(child: ChildProcess, url: string, name: string): Promise<void> {
  const deadline = Date.now() + READY_MS;
  while (!hasEnded(child) && !ending) {
    // It does not listen yet; what stops it from starting stands in its own output.
    const response = await fetch(url).catch(() => null);
    if (response?.ok) return;
    if (Date.now() > deadline) throw new Error(`${name} was not ready within ${READY_MS / 1000} seconds`);
    await new Promise((next) => setTimeout(next, 100));
  }
}

/** Asks all children to end; the process ends with the last of them. */
function end(code: number): void {
  if (ending) return;
  ending = true;
  process.exitCode = code;
  for (const child of children) child.kill('SIGTERM');
  if (children.every(hasEnded)) process.exit();
}

function hasEnded(child: ChildProcess): boolean {
  return child.exitCode !== null || child.signalCode !== null;
}
