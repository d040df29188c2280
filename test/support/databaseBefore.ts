import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Kysely, sql } from 'kysely';
import { onTestFinished } from 'vitest';
import { connect } from '../../src/service/db/connect.ts';
import { migrations } from '../../src/service/db/migrations/index.ts';
import type { Database } from '../../src/service/db/schema.ts';
import { readConfig } from '../../src/service/settings/config.ts';
import { newDatabase } from './newDatabase.ts';
import type { DatabaseKind } from './service.ts';

const sealNothing = () => Promise.reject(new Error('There is nothing to seal.'));

/** A database with the tables from before a migration; it is dropped after the test. */
export async function databaseBefore(migration: string, database: DatabaseKind): Promise<Kysely<Database>> {
  const dataDir = mkdtempSync(join(tmpdir(), 'idv-old-'));
  const databaseUrl = database === 'postgres' ? await newDatabase('none') : null;
  const { db, close } = await connect({ ...readConfig({}), dataDir, databaseUrl });
  onTestFinished(async () => {
    await close();
    rmSync(dataDir, { recursive: true });
  });
  await sql`create table migrations (name text primary key)`.execute(db);
  for (const [name, apply] of Object.entries(migrations)) {
    if (name >= migration) continue;
    await apply(db, sealNothing);
    await sql`insert into migrations (name) values (${name})`.execute(db);
  }
  return db;
}
