import { cpSync, existsSync, mkdirSync, renameSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { connect } from '../../src/service/db/connect.ts';
import { migrate } from '../../src/service/db/migrate.ts';

/**
 * Lays an embedded database with all tables into a data directory: a copy of one that the first test of a run makes,
 * since making one takes seconds. Tests that come while it is being made start from nothing.
 */
export async function copyEmbeddedTemplate(template: string, dataDir: string): Promise<void> {
  if (!existsSync(template)) await makeTemplate(template);
  if (existsSync(template)) cpSync(join(template, 'pglite'), join(dataDir, 'pglite'), { recursive: true });
}

async function makeTemplate(template: string): Promise<void> {
  const making = `${template}-making`;
  mkdirSync(dirname(template), { recursive: true });
  try {
    mkdirSync(making);
  } catch {
    return;
  }
  const { db, close } = await connect({ databaseUrl: null, dataDir: making });
  await migrate(db).finally(close);
  renameSync(making, template);
}
