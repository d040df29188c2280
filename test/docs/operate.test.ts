import { spawn } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { expect, inject, onTestFinished, test } from 'vitest';
import { settingNames } from '../../src/service/settings/config.ts';
import { copyEmbeddedTemplate } from '../support/embeddedTemplate.ts';
import { listOf, startListServer } from '../support/listServer.ts';
import { strangers } from '../support/lists.ts';
import { newDatabase } from '../support/newDatabase.ts';
import { programOf } from '../support/programOf.ts';
import { databases, startTestService } from '../support/service.ts';
import { verify } from '../support/verification.ts';
import { waitFor } from '../support/waitFor.ts';
import { snippets } from './pages.ts';

const root = join(import.meta.dirname, '../..');
const blocks = snippets(readFileSync(join(root, 'docs/operate.md'), 'utf8')).filter(
  ({ lang }) => lang === 'sh',
);
const of = (info: string) => blocks.filter((block) => block.info === info).map(({ text }) => text);

/** `rotate` comes last: earlier exports need the old key. */
const KINDS = ['', 'postgres', 'serving', 'release', 'rotate'];

test('each command runs here or in the release, which installs and starts its packages', () => {
  expect(blocks.filter(({ info }) => !KINDS.includes(info))).toEqual([]);
  for (const info of KINDS) expect(of(info).length, info).toBeGreaterThan(0);
  for (const text of of('release')) expect(text).toMatch(/^(npm install|docker) /);
});

test('each setting has one row, and each row is a setting', () => {
  const page = readFileSync(join(root, 'docs/operate.md'), 'utf8');
  const rows = [...page.matchAll(/^\| `([A-Z][A-Z_]+)` \|/gm)].map((match) => match[1]!);
  // Each secret may come from a command; those of the master key have rows of their own.
  const commands = ['IDV_MASTER_KEY_COMMAND', 'IDV_NEXT_MASTER_KEY_COMMAND'];
  expect(rows.toSorted()).toEqual([...settingNames, ...commands].toSorted());
});

interface World {
  folder: string;
  env: Record<string, string>;
}

/** A folder with a data directory in use before, the command on the PATH, and a server of lists. */
async function world(): Promise<World> {
  const folder = mkdtempSync(join(tmpdir(), 'idv-operate-'));
  const lists = await startListServer({ '/lists/people.json': listOf(strangers) });
  onTestFinished(async () => {
    await lists.close();
    rmSync(folder, { recursive: true, force: true });
  });
  const command = join(folder, 'bin/idv-verify-service');
  mkdirSync(join(folder, 'bin'));
  symlinkSync(join(root, 'deploy'), join(folder, 'deploy'));
  writeFileSync(
    command,
    `#!/bin/sh\nexec "${process.execPath}" "${join(root, 'src/service/cli/command.ts')}" "$@"\n`,
  );
  chmodSync(command, 0o755);
  const dataDir = join(folder, 'data');
  await copyEmbeddedTemplate(inject('embeddedTemplate'), dataDir);
  const service = await startTestService({ config: { dataDir, masterKey: null } });
  await (await verify(service)).details();
  await service.close();
  return {
    folder,
    env: {
      PATH: `${join(folder, 'bin')}${delimiter}${process.env['PATH']}`,
      NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'] ?? '',
      DATA_DIR: dataDir,
      LISTS: join(folder, 'lists'),
      AML_LISTS: `${lists.url}/lists/people.json`,
      PORT: '0',
    },
  };
}

/** Runs a block unchanged. A server is ended once it listens. @throws with its output if it fails. */
async function run(script: string, { folder, env }: World): Promise<void> {
  const isServing = /^idv-verify-service serve/m.test(script);
  // The shell makes way for the last command, for the signal to reach it.
  const text = script.replace(/^idv-verify-service serve/m, 'exec idv-verify-service serve');
  const child = spawn('sh', ['-euc', text], { cwd: folder, env, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (more) => {
      output += more;
    });
  let code: number | null | undefined;
  child.once('close', (exitCode) => {
    code = exitCode;
  });
  if (isServing) {
    await waitFor(() => output.includes('"listening"') || code !== undefined);
    child.kill('SIGTERM');
  }
  await waitFor(() => code !== undefined);
  expect(code, `${script}\n${output}`).toBe(0);
}

const curl = programOf('curl', {
  tests: 'The test of the commands that ask a running service',
  pack: 'curl',
});
const hasPostgres = databases.includes('postgres');
const dump =
  hasPostgres && programOf('pg_dump', { tests: 'The drill on PostgreSQL', pack: 'postgresql-client' });

test('the commands for one machine, and the drill on its data directory', async () => {
  const here = await world();
  for (const script of of('')) await run(script, here);
  if (hasPostgres) await runOnPostgres(here);
  for (const script of of('rotate')) await run(script, here);
});

async function runOnPostgres(here: World): Promise<void> {
  const [DATABASE_URL, DRILL_URL] = [await newDatabase(), await newDatabase('none')];
  const there = { ...here, env: { ...here.env, DATABASE_URL, DRILL_URL, IDV_MASTER_KEY: '' } };
  const key = readFileSync(join(here.env['DATA_DIR']!, 'master.key'), 'utf8');
  for (const script of of('postgres').filter((text) => dump || !text.includes('pg_'))) {
    await run(script, there);
    there.env.IDV_MASTER_KEY = key;
  }
}

test.skipIf(!curl)('the commands that call a running service', async () => {
  const token = 'scrape-me-0123456789';
  const service = await startTestService({ config: { metrics: { token, port: null } } });
  const env = { PATH: process.env['PATH']!, IDV_URL: service.url, METRICS_TOKEN: token };
  for (const script of of('serving')) await run(script, { folder: tmpdir(), env });
});
