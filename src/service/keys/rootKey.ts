import type { Kysely } from 'kysely';
import { masterKeyId } from '../crypto/masterKey.ts';
import { purposes } from '../crypto/purposes.ts';
import { random } from '../crypto/random.ts';
import { createVault } from '../crypto/vault.ts';
import type { Database } from '../db/schema.ts';
import { rootKeys } from '../db/store/rootKeys.ts';
import { ConfigError } from '../settings/config.ts';

type Db = Kysely<Database>;

/**
 * The root key of a database: 32 random bytes for each generation. It wraps the data keys of cases, seals shared
 * values, and keys the fingerprints. It is stored sealed by each valid master key, so that a master key can be replaced
 * without rewriting cases.
 */
export const rootKey = {
  /**
   * Opens the root key.
   * @returns `null` if it was not created yet.
   * @throws {ConfigError} if this master key does not open it.
   */
  open: async (db: Db, master: Uint8Array): Promise<Uint8Array | null> => {
    const rows = await rootKeys.list(db);
    if (rows.length === 0) return null;
    const id = masterKeyId(master);
    const row = rows.find(({ master_key_id }) => master_key_id === id);
    if (row) return createVault(master).openShared(purposes.rootKey, row.sealed);
    const ids = rows.map(({ master_key_id }) => master_key_id).join(', ');
    throw new ConfigError(`The master key ${id} does not open the database: it was sealed with ${ids}.`);
  },

  /** Opens the root key, or creates it at the first start; several nodes may start at once. */
  openOrCreate: (db: Db, master: Uint8Array, now: Date): Promise<Uint8Array> =>
    db.transaction().execute(async (tx) => {
      await rootKeys.lock(tx);
      const existing = await rootKey.open(tx, master);
      if (existing) return existing;
      const root = random(32);
      await rootKey.seal(tx, root, master, now);
      return root;
    }),

  /** Adds a generation, sealed by the only master key. */
  renew: async (tx: Db, root: Uint8Array, master: Uint8Array): Promise<Uint8Array> => {
    const renewed = Buffer.concat([root, random(32)]);
    const sealed = createVault(master).sealShared(purposes.rootKey, renewed);
    await rootKeys.replace(tx, { master_key_id: masterKeyId(master), sealed, created_at: new Date() });
    return renewed;
  },

  /** Seals the root key for another master key. */
  seal: (db: Db, root: Uint8Array, master: Uint8Array, now: Date): Promise<unknown> =>
    rootKeys.insert(db, {
      master_key_id: masterKeyId(master),
      sealed: createVault(master).sealShared(purposes.rootKey, root),
      created_at: now,
    }),
};
