import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { createGunzip } from 'node:zlib';
import { type Kysely, sql } from 'kysely';
import { verifyAudit } from '../audit/verifyAudit.ts';
import { purposes } from '../crypto/purposes.ts';
import { createVault, type Vault } from '../crypto/vault.ts';
import type { Database } from '../db/schema.ts';
import { rootKey } from '../keys/rootKey.ts';
import { ConfigError } from '../settings/config.ts';
import {
  appliedMigrations,
  type ExportEnd,
  type ExportHeader,
  FORMAT,
  type MovedTable,
  tables,
} from './transferFormat.ts';

/** Size of one insert, in characters. */
const BATCH = 4_000_000;

/**
 * Fills an empty database with current tables from a file of `exportDatabase`: completely, or not at all.
 * @returns the number of rows of each table.
 * @throws {ConfigError} if the database is not empty, or the file belongs to another version or master key, is damaged
 * or truncated, or contains an altered audit log.
 */
export async function importDatabase(
  db: Kysely<Database>,
  master: Uint8Array,
  file: string,
): Promise<Record<string, number>> {
  const vault = createVault(master);
  return await db.transaction().execute(async (tx) => {
    const tables = await emptyTables(tx);
    const end = await readLines(file, {
      onHeader: async (header) => requireSame(header, await appliedMigrations(tx), vault),
      onRows: (name, rows) => insertRows(tx, tables, name, rows),
    });
    const hmac = vault.fingerprint(purposes.exported, end.hash);
    if (hmac !== end.hmac)
      throw new ConfigError('The file was changed after the export, so nothing was imported. Export again.');
    const root = await rootKey.open(tx, master);
    const { ok, brokenAt } = await verifyAudit(tx, root ? createVault(root) : vault);
    if (!ok)
      throw new ConfigError(
        `The audit log is broken at line ${brokenAt?.position}, so nothing was imported. Export from an unchanged database.`,
      );
    return end.rows;
  });
}

async function emptyTables(tx: Kysely<Database>): Promise<Map<string, MovedTable>> {
  const all = await tables(tx);
  for (const { name } of all) {
    const { rows } = await sql`select 1 from ${sql.table(name)} limit 1`.execute(tx);
    if (rows.length > 0) throw new ConfigError(`The database is not empty (${name}). Import into a new one.`);
  }
  return new Map(all.map((table) => [table.name, table]));
}

function requireSame(header: Partial<ExportHeader>, migrations: string[], vault: Vault): void {
  if (header.format !== FORMAT)
    throw new ConfigError('The file is not an export of this service. Pass a file that "export" wrote.');
  if (header.migrations?.join() !== migrations.join())
    throw new ConfigError(
      `The file was exported by another version (${header.migrations?.at(-1)}, here ${migrations.at(-1)}): export and import with the same one.`,
    );
  if (header.key !== vault.fingerprint(purposes.exported, 'key'))
    throw new ConfigError(
      'The master key differs from that of the export. Set IDV_MASTER_KEY or DATA_DIR/master.key to the key of the export.',
    );
}

async function insertRows(
  tx: Kysely<Database>,
  tables: ReadonlyMap<string, MovedTable>,
  name: string,
  rows: readonly string[],
): Promise<void> {
  const table = tables.get(name);
  if (!table)
    throw new ConfigError(
      'The file contains a table that this version does not know. Import with the version that exported it.',
    );
  const columns = sql.join(table.columns.map((column) => sql.ref(column)));
  await sql`
    insert into ${sql.table(name)} (${columns})
    select ${columns} from jsonb_populate_recordset(null::${sql.table(name)}, ${`[${rows.join(',')}]`}::text::jsonb)`.execute(
    tx,
  );
}

interface Reader {
  onHeader(header: Partial<ExportHeader>): Promise<void>;
  onRows(table: string, rows: readonly string[]): Promise<void>;
}

async function readLines(file: string, { onHeader, onRows }: Reader): Promise<ExportEnd & { hash: string }> {
  const hash = createHash('sha256');
  let [isFirst, table, waiting, size] = [true, '', [] as string[], 0];
  const flush = async () => {
    if (waiting.length > 0) await onRows(table, waiting);
    [waiting, size] = [[], 0];
  };
  try {
    for await (const line of linesOf(file)) {
      const end = isFirst ? null : endOf(line);
      if (end) {
        await flush();
        return { ...end, hash: hash.digest('hex') };
      }
      hash.update(`${line}\n`);
      if (isFirst) {
        await onHeader(parsed(line) as Partial<ExportHeader>);
        isFirst = false;
        continue;
      }
      const name = line.slice(0, line.indexOf(' '));
      if (name !== table || size > BATCH) await flush();
      table = name;
      waiting.push(line.slice(name.length + 1));
      size += line.length;
    }
  } catch (error) {
    if (!/^(Z_|ERR_|ENOENT|EISDIR|EACCES)/.test(String((error as { code?: string }).code))) throw error;
    throw new ConfigError(
      `The file cannot be read (${(error as { code?: string }).code}). Check its path and permissions.`,
      { cause: error },
    );
  }
  throw new ConfigError('The file is truncated, so nothing was imported. Export again.');
}

async function* linesOf(file: string): AsyncGenerator<string> {
  const unzipped = createGunzip();
  createReadStream(file)
    .on('error', (error) => unzipped.destroy(error))
    .pipe(unzipped);
  // A line can have the size of a picture.
  let parts: string[] = [];
  for await (const text of unzipped.setEncoding('utf8') as AsyncIterable<string>) {
    let from = 0;
    for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', from)) {
      yield [...parts, text.slice(from, at)].join('');
      parts = [];
      from = at + 1;
    }
    parts.push(text.slice(from));
  }
}

function endOf(line: string): ExportEnd | null {
  return line.startsWith('{') ? (parsed(line) as ExportEnd) : null;
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    // The caller refuses what is no object of an export.
    return {};
  }
}
