import { type Kysely, sql } from 'kysely';
import { auditHead } from '../audit/auditHead.ts';
import { relinkAudit } from '../audit/relinkAudit.ts';
import { verifyAudit } from '../audit/verifyAudit.ts';
import { masterKeyId } from '../crypto/masterKey.ts';
import { createVault } from '../crypto/vault.ts';
import type { Connection } from '../db/connect.ts';
import type { Database } from '../db/schema.ts';
import { jobs } from '../db/store/jobs.ts';
import { rootKeys } from '../db/store/rootKeys.ts';
import { keyStore } from '../keys/keyStore.ts';
import { rootKey } from '../keys/rootKey.ts';
import { type Config, ConfigError } from '../settings/config.ts';
import { onDatabase, requireMasterKey } from './database.ts';

// `idv-verify-service master-key list|add|remove` replaces the master key without downtime: add the new one, configure
// it on one node after another, remove the old one. `master-key renew` creates a new root key, in case the old one was
// disclosed. For `renew`, and for all commands with the embedded database, stop the service first.

const usage = `Usage: idv-verify-service master-key list
       idv-verify-service master-key add          lets IDV_NEXT_MASTER_KEY open the database too
       idv-verify-service master-key remove ID    the master key of that id no longer opens the database
       idv-verify-service master-key renew        creates a new root key; stop every node first
`;

const [action = '', id = ''] = process.argv.slice(2);
const isKnown =
  (['list', 'add', 'renew'].includes(action) && id === '') || (action === 'remove' && id !== '');
if (isKnown) await onDatabase(run);
else {
  const isHelp = ['--help', '-h'].includes(action);
  process[isHelp ? 'stdout' : 'stderr'].write(usage);
  process.exitCode = isHelp ? 0 : 2;
}

async function run(config: Config, { db }: Connection): Promise<void> {
  const master = requireMasterKey(config);
  const root = await rootKey.open(db, master);
  if (!root) throw new ConfigError('The database has no root key yet. Start the service once to create it.');
  if (action === 'add') await add(db, root, config.nextMasterKey);
  if (action === 'remove') await remove(db, master);
  if (action === 'renew') await renew(config, db, { root, master });
  await list(db, master);
}

async function add(db: Kysely<Database>, root: Uint8Array, next: Uint8Array | null): Promise<void> {
  if (!next) throw new ConfigError('The next master key is missing. Set IDV_NEXT_MASTER_KEY.');
  await rootKey.seal(db, root, next, new Date());
}

/**
 * From then on a new root key wraps data keys, seals values that belong to no case and authenticates the audit log; the
 * earlier root key opens the values that it sealed. The data keys are rewrapped at the next start.
 */
async function renew(
  config: Config,
  db: Kysely<Database>,
  { root, master }: { root: Uint8Array; master: Uint8Array },
): Promise<void> {
  await requireAlone(config, db);
  if ((await rootKeys.list(db)).length > 1)
    throw new ConfigError('Other master keys can open the database too. Remove them first.');
  const { slots, record } = await keyStore.open(db, config);
  const { ok } = await verifyAudit(db, createVault(root), record);
  if (!ok) throw new ConfigError('The audit log was changed, so nothing was renewed. Run "audit verify".');
  const [vault, head] = await db.transaction().execute(async (tx) => {
    await rootKeys.lock(tx);
    const vault = createVault(await rootKey.renew(tx, root, master));
    const head = await relinkAudit(tx, vault);
    await jobs.runNow(tx, 'check_keys', new Date());
    return [vault, head] as const;
  });
  if (head.count > 0) await auditHead.write(vault, record, head);
  await slots?.close();
  process.stdout.write(
    `The root key is new. Start the service: it rewraps all data keys and logs "data keys rewrapped". The audit log now ends with ${head.head || 'nothing'}. Rotate the secrets of webhook endpoints, which the earlier root key still opens.\n`,
  );
}

/** A running node would continue with the earlier root key, and its sealed values could not be opened. */
async function requireAlone({ databaseUrl }: Config, db: Kysely<Database>): Promise<void> {
  if (databaseUrl === null) return;
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from pg_stat_activity
    where datname = current_database() and backend_type = 'client backend' and pid <> pg_backend_pid()`.execute(
    db,
  );
  const { count } = rows[0]!;
  if (count > 0)
    throw new ConfigError(
      `${count} other sessions use the database, so nothing was done. Stop every node and every other client, poolers included.`,
    );
}

async function remove(db: Kysely<Database>, master: Uint8Array): Promise<void> {
  if (id === masterKeyId(master)) {
    throw new ConfigError(
      'This master key is the configured one. Configure the key that stays first, then remove this one.',
    );
  }
  if (!(await rootKeys.remove(db, id)))
    throw new ConfigError(`There is no master key ${id}. Run "master-key list".`);
}

async function list(db: Kysely<Database>, master: Uint8Array): Promise<void> {
  const configuredId = masterKeyId(master);
  for (const { master_key_id, created_at } of await rootKeys.list(db)) {
    const mark = master_key_id === configuredId ? '  of the settings' : '';
    process.stdout.write(`${master_key_id}  since ${created_at.toISOString()}${mark}\n`);
  }
}
