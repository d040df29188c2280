import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { connect } from '../../src/service/db/connect.ts';
import { migrate } from '../../src/service/db/migrate.ts';
import { readConfig } from '../../src/service/settings/config.ts';
import { packFolder } from './packFolder.ts';

// Makes an embedded database with all tables and nothing in them, for a first start to copy: `prepareDatabase.ts FILE`.
const [file] = process.argv.slice(2);
if (file === undefined) throw new Error('Usage: prepareDatabase.ts FILE');
const dataDir = await mkdtemp(join(tmpdir(), 'idv-prepared-'));
try {
  const { db, close } = await connect({ ...readConfig({}), dataDir });
  await migrate(db);
  // The templates of new databases, two thirds of all files: not needed.
  for (const name of ['template0', 'template1']) {
    await sql`update pg_database set datistemplate = false where datname = ${name}`.execute(db);
    await sql`drop database ${sql.id(name)}`.execute(db);
  }
  await close();
  await packFolder(join(dataDir, 'pglite'), file);
} finally {
  await rm(dataDir, { recursive: true, force: true });
}
