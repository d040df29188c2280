import { cpSync, existsSync, mkdirSync, renameSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { sql } from 'kysely';
import { type Connection, connect } from '../../src/service/db/connect.ts';
import { migrate } from '../../src/service/db/migrate.ts';
import { readConfig } from '../../src/service/settings/config.ts';
import { waitFor } from './waitFor.ts';

const MAKING_MS = 170_000;

/**
 * Lays an embedded database with all tables into a data directory: a copy of one that the first test of a run makes,
 * since making one takes seconds. Tests that come while it is being made wait for it.
 */
export async function copyEmbeddedTemplate(template: string, dataDir: string): Promise<void> {
  if (!existsSync(template)) await makeTemplate(template);
  cpSync(join(template, 'pglite'), join(dataDir, 'pglite'), { recursive: true });
}

async function makeTemplate(template: string): Promise<void> {
  const making = `${template}-making`;
  mkdirSync(dirname(template), { recursive: true });
  try {
    mkdirSync(making);
  } catch {
    return await waitFor(() => existsSync(template), MAKING_MS);
  }
  const { db, close } = await connect({ ...readConfig({}), dataDir: making });
  try {
    await migrate(db);
    await dropEmptyDatabases(db);
  } finally {
    await close();
  }
  renameSync(making, template);
}

/** Drops the template databases: no new database is created, and they make up two thirds of the files. */
async function dropEmptyDatabases(db: Connection['db']): Promise<void> {
  for (const name of ['template0', 'template1']) {
    await sql`update pg_database set datistemplate = false where datname = ${name}`.execute(db);
    await sql`drop database ${sql.id(name)}`.execute(db);
  }
}
