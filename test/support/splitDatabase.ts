import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { readConfig } from '../../src/service/config.ts';
import { connect } from '../../src/service/db/connect.ts';
import { migrate } from '../../src/service/db/migrate.ts';
import { splitByCase } from './splitByCase.ts';

/** Makes the tables in an empty PostgreSQL database, those of cases split as many ways as `parts`. */
export async function splitDatabase(databaseUrl: string, parts: number): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), 'idv-split-'));
  const { db, close } = await connect({ ...readConfig({}), dataDir, databaseUrl });
  await migrate(db).finally(close);
  rmSync(dataDir, { recursive: true });
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  await splitByCase(client, parts).finally(() => client.end());
}
