import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { type Kysely, sql } from 'kysely';
import { purposes } from '../crypto/purposes.ts';
import type { Vault } from '../crypto/vault.ts';
import type { Database } from '../db/schema.ts';
import { ConfigError } from '../settings/config.ts';
import { appliedMigrations, type ExportEnd, type ExportHeader, FORMAT, tables } from './transferFormat.ts';

/** Number of rows in memory at once; fewer for pictures. */
const ROWS = 200;
const PICTURES = 4;

/**
 * Writes the content of a database to a file, as a consistent snapshot: other processes may continue to write. The file
 * appears when it is complete.
 * @returns the number of rows of each table.
 * @throws {ConfigError} if the file can't be written.
 */
export async function exportDatabase(
  db: Kysely<Database>,
  vault: Vault,
  { file, now }: { file: string; now: Date },
): Promise<Record<string, number>> {
  const draft = `${file}.part`;
  const gzip = createGzip({ level: 1 });
  const written = pipeline(gzip, createWriteStream(draft, { mode: 0o600 }));
  // Awaited below. An earlier error must not be hidden by this rejection.
  written.catch(() => {}); // awaited below
  const hash = createHash('sha256');
  const say = async (line: string) => {
    hash.update(`${line}\n`);
    if (!gzip.write(`${line}\n`)) await Promise.race([once(gzip, 'drain'), written]);
  };
  try {
    const rows = await db.transaction().execute((tx) => writeAll(tx, vault, { say, now }));
    const hmac = vault.fingerprint(purposes.exported, hash.digest('hex'));
    gzip.end(`${JSON.stringify({ end: true, rows, hmac } satisfies ExportEnd)}\n`);
    await written;
    await rename(draft, file);
    return rows;
  } catch (error) {
    gzip.destroy();
    // The cause of the failed export is thrown.
    await rm(draft, { force: true }).catch(() => {});
    throw unwritten(file, error);
  }
}

/** A system error about the file, as a sentence; other errors unchanged. */
function unwritten(file: string, error: unknown): unknown {
  const { code, syscall } = error as NodeJS.ErrnoException;
  if (!code?.startsWith('E') || !CALLS.has(String(syscall))) return error;
  return new ConfigError(
    `The file ${file} cannot be written (${code}), so nothing was exported. Choose another path.`,
    {
      cause: error,
    },
  );
}

const CALLS: ReadonlySet<string> = new Set(['open', 'write', 'close', 'rename']);

async function writeAll(
  tx: Kysely<Database>,
  vault: Vault,
  { say, now }: { say: (line: string) => Promise<void>; now: Date },
): Promise<Record<string, number>> {
  await sql`set transaction isolation level repeatable read, read only`.execute(tx);
  const header: ExportHeader = {
    format: FORMAT,
    exportedAt: now.toISOString(),
    migrations: await appliedMigrations(tx),
    key: vault.fingerprint(purposes.exported, 'key'),
  };
  await say(JSON.stringify(header));
  const counts: Record<string, number> = {};
  for (const { name, columns } of await tables(tx)) {
    counts[name] = 0;
    const list = sql.join(columns.map((column) => sql.ref(column)));
    await sql`declare moved no scroll cursor for
      select to_jsonb(moved_row)::text as line from (select ${list} from ${sql.table(name)}) moved_row`.execute(
      tx,
    );
    const batch = sql.lit(/^(selfie_|reference_)/.test(name) ? PICTURES : ROWS);
    for (;;) {
      const { rows } = await sql<{ line: string }>`fetch ${batch} from moved`.execute(tx);
      if (rows.length === 0) break;
      for (const { line } of rows) await say(`${name} ${line}`);
      counts[name] += rows.length;
    }
    await sql`close moved`.execute(tx);
  }
  return counts;
}
