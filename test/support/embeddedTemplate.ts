import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { type Connection, connect } from '../../src/service/db/connect.ts';
import { migrate } from '../../src/service/db/migrate.ts';
import { readConfig } from '../../src/service/settings/config.ts';
import { madeOnce } from './madeOnce.ts';

/**
 * Copies an embedded database with all tables into a data directory. The first test of a run creates the template,
 * which takes seconds; other tests wait for it.
 */
export async function copyEmbeddedTemplate(template: string, dataDir: string): Promise<void> {
  await madeOnce(template, makeTemplate);
  cpSync(join(template, 'pglite'), join(dataDir, 'pglite'), { recursive: true });
}

async function makeTemplate(folder: string): Promise<void> {
  const { db, close } = await connect({ ...readConfig({}), dataDir: folder });
  try {
    await migrate(db);
    await dropEmptyDatabases(db);
  } finally {
    await close();
  }
}

/** Drops the template databases: no new database is created, and they make up two thirds of the files. */
async function dropEmptyDatabases(db: Connection['db']): Promise<void> {
  for (const name of ['template0', 'template1']) {
    await sql`update pg_database set datistemplate = false where datname = ${name}`.execute(db);
    await sql`drop database if exists ${sql.id(name)}`.execute(db);
  }
}
