import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { sharedPostgres } from './sharedPostgres.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** `postgres://…` of a database whose owner may create others; empty where there is none. */
    postgresUrl: string;
    /** What the names of the databases of this run begin with. */
    databasePrefix: string;
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
  return async () => {
    await postgres?.stop();
    rmSync(folder, { recursive: true, force: true });
  };
}
