import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { findPreparedDatabase } from '../../src/service/builtFiles.ts';
import { openConnections } from '../../src/service/cli/runChecks.ts';
import { secretsShown } from '../../src/service/settings/startWithoutSecrets.ts';
import { newDatabase } from '../support/newDatabase.ts';
import { databases } from '../support/service.ts';

const root = join(import.meta.dirname, '../..');
/** The program that `npm run service` and the package start. */
const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const command = join(root, scripts.service.split(' ').at(-1));

test('a machine without configuration gets the missing settings explained, and can run', async () => {
  const DATA_DIR = folder();
  const { code, out } = await run(['doctor'], { DATA_DIR });
  expect(out).toContain('✓ settings');
  expect(out).toContain('! database    There is no database');
  expect(out).toContain('! lists       AML_LISTS is empty: in live mode nobody is screened');
  expect(code).toBe(0);
  expect(readdirSync(DATA_DIR)).toEqual([]);
});

test('reports an unreadable trust list and mismatched wallet certificates', async () => {
  const DATA_DIR = folder();
  const list = join(DATA_DIR, 'roots.pem');
  writeFileSync(list, 'no certificate');
  const { out } = await run(['doctor'], { DATA_DIR, WALLET_TRUST: list });
  expect(out).toMatch(/! wallet +0 roots are trusted, requests are not signed\. .*roots\.pem is refused/);
  const missing = {
    WALLET_CERTIFICATE_FILE: join(DATA_DIR, 'no.pem'),
    WALLET_KEY_FILE: join(DATA_DIR, 'no.key'),
  };
  expect((await run(['doctor'], { DATA_DIR, ...missing })).out).toMatch(
    /✗ wallet .*WALLET_CERTIFICATE_FILE.*ENOENT/,
  );
});

test.each([
  ['audit', 'verify'],
  ['master-key', 'list'],
  ['export', '/tmp/never.gz'],
])('%s %s inspects existing data, and creates nothing', async (...args) => {
  const DATA_DIR = folder();
  const IDV_MASTER_KEY = randomBytes(32).toString('base64');
  const { code, err } = await run(args, { DATA_DIR, IDV_MASTER_KEY });
  expect(err).toBe(`There is no database in ${DATA_DIR}: set DATA_DIR or DATABASE_URL.\n`);
  expect(code).toBeGreaterThan(0);
  expect(readdirSync(DATA_DIR)).toEqual([]);
});

test('migrate brings the tables up to date, once', async () => {
  const DATA_DIR = folder();
  // The built empty database has all tables.
  const first = findPreparedDatabase() ? 'The tables are up to date.' : 'Applied: 0001';
  expect((await run(['migrate'], { DATA_DIR })).out).toContain(first);
  expect((await run(['migrate'], { DATA_DIR })).out).toContain('The tables are up to date.');
  const { out } = await run(['doctor'], { DATA_DIR });
  expect(out).toContain('✓ migrations');
  expect(out).toContain('✓ master key  The first start creates a master key');
  expect(existsSync(join(DATA_DIR, 'master.key'))).toBe(false);
});

test('reports a problem, and the command fails', async () => {
  const AML_LISTS = join(folder(), 'nowhere');
  const refused = await run(['doctor'], { DATA_DIR: folder(), AML_LISTS });
  expect(refused.out).toContain('✗ lists');
  expect(refused.code).toBe(1);
  const wrong = await run(['doctor'], { PORT: 'http' });
  expect(wrong.out).toContain('✗ settings    The setting PORT must be');
  expect(wrong.code).toBe(1);
  const master = randomBytes(32).toString('base64');
  const closed = await run(['doctor'], { DATABASE_URL: 'postgres://127.0.0.1:1/x', IDV_MASTER_KEY: master });
  expect(closed.out).toContain('✗ database    The database of DATABASE_URL cannot be used (ECONNREFUSED).');
  expect(closed.code).toBe(1);
});

test.each([
  ['postgres://idv:x@db.example/idv', 'without TLS'],
  ['postgres://idv:x@10.0.0.5:5432/idv?sslmode=disable', 'without TLS'],
  ['postgres://idv:x@db.example/idv?sslmode=no-verify', 'does not verify the certificate'],
])('doctor reports that a database at %s is reached %s', (databaseUrl, problem) => {
  expect(openConnections({ databaseUrl, databaseDirectUrl: null })).toEqual([
    expect.stringContaining(
      `DATABASE_URL ${problem.startsWith('does') ? problem : `goes over the network ${problem}`}`,
    ),
  ]);
});

test.each([
  'postgres://idv:x@db.example/idv?sslmode=verify-full',
  'postgres://idv:x@db.example/idv?ssl=true',
  'postgres://idv:x@localhost/idv',
  'postgres://idv:x@127.0.0.1/idv',
  'postgres://idv:x@[::1]/idv',
  'postgres:///idv?host=/var/run/postgresql',
])('doctor reports nothing about %s', (databaseUrl) => {
  expect(openConnections({ databaseUrl, databaseDirectUrl: null })).toEqual([]);
});

test.skipIf(!databases.includes('postgres'))('reports PostgreSQL without a directory of keys', async () => {
  const master = randomBytes(32).toString('base64');
  const env = { DATABASE_URL: await newDatabase(), IDV_MASTER_KEY: master, DATA_DIR: folder() };
  expect((await run(['doctor'], env)).out).toContain(
    '! keys        Neither KEYS_DIR nor KEYS is set: with the master key, erased data',
  );
  const report = await run(['doctor'], { ...env, KEYS_DIR: folder() });
  expect(report.out).toContain('✓ keys');
});

test('reports secrets that stay in the environment of a process', () => {
  const env = { IDV_MASTER_KEY: 'x', DATABASE_URL: 'y', PORT: '1' };
  // A process with a channel to its parent, as in these tests, cannot be restarted without it.
  expect(secretsShown(env)).toEqual(process.connected ? ['DATABASE_URL', 'IDV_MASTER_KEY'] : []);
});

test('help names every command; an unknown one fails and says so', async () => {
  const help = await run(['--help'], {});
  for (const name of ['serve', 'migrate', 'doctor', 'keys', 'aml']) expect(help.out).toContain(`  ${name} `);
  expect(help.code).toBe(0);
  const unknown = await run(['sevre'], {});
  expect(unknown.err).toContain('The command sevre does not exist.');
  expect(unknown.code).toBe(2);
});

test('each command also works in a clone; options without a command belong to serve', async () => {
  const file = join(folder(), 'nothing.gz');
  const { err } = await run(['export', file], { DATA_DIR: folder() });
  expect(err).toContain('There is no master key');
  expect((await run(['--no-wrk'], { DATA_DIR: folder() })).err).toContain(
    'The option --no-wrk does not exist',
  );
});

function folder(): string {
  const path = mkdtempSync(join(tmpdir(), 'idv-doctor-'));
  onTestFinished(() => rmSync(path, { recursive: true, force: true }));
  return path;
}

async function run(args: string[], env: Record<string, string>) {
  const { NODE_COMPILE_CACHE } = process.env;
  const child = spawn(process.execPath, [command, ...args], { env: { NODE_COMPILE_CACHE, ...env } });
  let [out, err] = ['', ''];
  child.stdout.setEncoding('utf8').on('data', (text) => {
    out += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text) => {
    err += text;
  });
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve));
  return { code, out, err };
}
