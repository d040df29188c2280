import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import type { BucketSettings } from '../../src/service/settings/bucketSettings.ts';
import { chromiumPath } from './chromium.ts';
import { memoryFolder } from './memoryFolder.ts';
import { migrateDatabase } from './migrateDatabase.ts';
import { sharedBuckets } from './sharedPictures.ts';
import { sharedPostgres } from './sharedPostgres.ts';
import { splitDatabase } from './splitDatabase.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** `postgres://…` of a database whose owner may create others; empty if there is no PostgreSQL. */
    postgresUrl: string;
    /** The prefix of the databases of this run. */
    databasePrefix: string;
    /** The database that others are copies of, with all tables; empty where there is no PostgreSQL. */
    postgresTemplate: string;
    /** `TEST_SHARDS`: how many ways tables of cases are split there; 0: not at all. */
    shards: number;
    /** Whether tests for each database take the embedded one alone: those of the project `node` in `npm test`. */
    embeddedAlone: boolean;
    /** `TEST_PICTURES=s3`: the bucket that services of this run keep pictures in; `null`: the database. */
    pictures: BucketSettings | null;
    /** `TEST_KEYS=s3`: the bucket of their data keys; `null`: a directory. */
    keys: BucketSettings | null;
    /** Where tests of this run keep an embedded database to copy. */
    embeddedTemplate: string;
    /** Where tests of this run keep the packed package. */
    packedPackage: string;
  }
}

/**
 * Shared by the tests of a run that are in Node: a PostgreSQL server, a folder for temporary files, and an embedded
 * database in it.
 */
export default async function setup(project: TestProject): Promise<(() => Promise<void>) | undefined> {
  if (project.vitest.projects.every(({ name }) => /browser/i.test(name))) return undefined;
  const folder = mkdtempSync(join(memoryFolder(), 'idv-run-'));
  // As the system's: servers of databases run as another user.
  chmodSync(folder, 0o1777);
  project.provide('embeddedTemplate', join(folder, 'template'));
  project.provide('packedPackage', join(folder, 'package'));
  const databasePrefix = `idv_test_${process.pid}_${Date.now().toString(36)}_`;
  project.provide('databasePrefix', databasePrefix);
  const postgres = await sharedPostgres(process.env, databasePrefix);
  project.provide('postgresUrl', postgres?.url ?? '');
  const shards = Number(process.env['TEST_SHARDS'] || 0);
  project.provide('shards', postgres ? shards : 0);
  const temporary = process.env['TMPDIR'];
  const browser = await chromiumPath();
  // Packages unpack it into the folder for temporary files, and a memory disk may refuse to run programs.
  if (browser) process.env['CHROMIUM_PATH'] = browser;
  // Read by the workers and their child processes.
  process.env['TMPDIR'] = folder;
  const buckets = await sharedBuckets(process.env);
  project.provide('pictures', buckets?.pictures ?? null);
  project.provide('keys', buckets?.keys ?? null);
  const end = async () => {
    if (temporary === undefined) delete process.env['TMPDIR'];
    else process.env['TMPDIR'] = temporary;
    await postgres?.stop();
    await buckets?.stop();
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
