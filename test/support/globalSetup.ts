import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { sharedPostgres } from './sharedPostgres.ts';
import { splitDatabase } from './splitDatabase.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** `postgres://…` of a database whose owner may create others; empty where there is none. */
    postgresUrl: string;
    /** What the names of the databases of this run begin with. */
    databasePrefix: string;
    /** The database to copy where `TEST_SHARDS` says how many ways tables of cases are split; empty: none is. */
    splitTemplate: string;
    /** Where tests of this run keep an embedded database to copy. */
    embeddedTemplate: string;
  }
}

/** What tests of the service share in a run: one PostgreSQL, and a folder for an embedded database. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = mkdtempSync(join(tmpdir(), 'idv-run-'));
  project.provide('embeddedTemplate', join(folder, 'template'));
  const databasePrefix = `idv_test_${process.pid}_${Date.now().toString(36)}_`;
  project.provide('databasePrefix', databasePrefix);
  const postgres = await sharedPostgres(process.env, databasePrefix);
  project.provide('postgresUrl', postgres?.url ?? '');
  const shards = Number(process.env['TEST_SHARDS'] || 0);
  project.provide(
    'splitTemplate',
    postgres && shards ? await splitTemplate(postgres.url, databasePrefix, shards) : '',
  );
  return async () => {
    await postgres?.stop();
    rmSync(folder, { recursive: true, force: true });
  };
}

async function splitTemplate(serverUrl: string, prefix: string, shards: number): Promise<string> {
  const url = new URL(serverUrl);
  const name = `${prefix}split`;
  const client = new pg.Client({ connectionString: url.href });
  await client.connect();
  await client.query(`create database ${client.escapeIdentifier(name)}`).finally(() => client.end());
  url.pathname = name;
  await splitDatabase(url.href, shards);
  return name;
}
