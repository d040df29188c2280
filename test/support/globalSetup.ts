import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { migrateDatabase } from './migrateDatabase.ts';
import { sharedPostgres } from './sharedPostgres.ts';
import { splitDatabase } from './splitDatabase.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** `postgres://…` of a database whose owner may create others; empty without PostgreSQL. */
    postgresUrl: string;
    /** The prefix of the databases of this run. */
    databasePrefix: string;
    /** The database that others are copies of, with all tables; empty where there is no PostgreSQL. */
    postgresTemplate: string;
    /** `TEST_SHARDS`: how many ways tables of cases are split there; 0: not at all. */
    shards: number;
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
  project.provide('shards', postgres ? shards : 0);
  const end = async () => {
    await postgres?.stop();
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    const template = postgres ? await postgresTemplate(postgres.url, databasePrefix, shards) : '';
    project.provide('postgresTemplate', template);
  } catch (error) {
    await end();
    throw error;
  }
  return end;
}

async function postgresTemplate(serverUrl: string, prefix: string, shards: number): Promise<string> {
  const url = new URL(serverUrl);
  const name = `${prefix}template`;
  const client = new pg.Client({ connectionString: url.href });
  await client.connect();
  await client.query(`create database ${client.escapeIdentifier(name)}`).finally(() => client.end());
  url.pathname = name;
  await (shards ? splitDatabase(url.href, shards) : migrateDatabase(url.href));
  return name;
}
