import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect } from '../../src/service/db/connect.ts';
import { migrate } from '../../src/service/db/migrate.ts';
import { readConfig } from '../../src/service/settings/config.ts';

/** Makes the tables in an empty PostgreSQL database. */
export async function migrateDatabase(databaseUrl: string): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), 'idv-migrate-'));
  const { db, close } = await connect({ ...readConfig({}), dataDir, databaseUrl });
  await migrate(db).finally(close);
  rmSync(dataDir, { recursive: true });
}
