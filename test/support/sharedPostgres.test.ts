import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { expect, inject, onTestFinished, test } from 'vitest';
import { postgresPrograms } from './postgresPrograms.ts';
import { sharedPostgres } from './sharedPostgres.ts';

test('with CI set and no PostgreSQL, the run fails and names the package to install', async () => {
  await expect(sharedPostgres({ CI: 'true' }, 'none_', null)).rejects.toThrow(/TEST_DATABASE_URL.*apt-get/);
});

test.runIf(inject('postgresUrl'))(
  'TEST_DATABASE_URL takes precedence, and its test databases are dropped',
  async () => {
    const [url, prefix] = [inject('postgresUrl'), `${inject('databasePrefix')}own_`];
    const shared = await sharedPostgres({ TEST_DATABASE_URL: url }, prefix, null);
    expect(shared!.url).toBe(url);
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    onTestFinished(() => client.end());
    const made = async () =>
      (await client.query('select from pg_database where datname = $1', [`${prefix}one`])).rowCount;
    await client.query(`create database ${prefix}one`);
    expect(await made()).toBe(1);
    await shared!.stop();
    expect(await made()).toBe(0);
  },
);

test('an unreachable address fails the run', async () => {
  const env = { TEST_DATABASE_URL: 'postgres://idv@localhost/none?host=/nowhere' };
  await expect(sharedPostgres(env, 'none_', null)).rejects.toThrow('ENOENT');
});

test('the PATH takes precedence, then the newest installed version', () => {
  const root = mkdtempSync(join(tmpdir(), 'idv-programs-'));
  onTestFinished(() => rmSync(root, { recursive: true }));
  const install = (folder: string) => {
    mkdirSync(join(root, folder), { recursive: true });
    for (const program of ['initdb', 'pg_ctl']) writeFileSync(join(root, folder, program), '');
    return join(root, folder);
  };
  expect(postgresPrograms(root, [join(root, 'postgresql')])).toBeNull();
  install('postgresql/9/bin');
  const newest = install('postgresql/17/bin');
  expect(postgresPrograms('', [join(root, 'postgresql')])).toBe(newest);
  const installed = install('own');
  expect(postgresPrograms(installed, [join(root, 'postgresql')])).toBe(installed);
});
