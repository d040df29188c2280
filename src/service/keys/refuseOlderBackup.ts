import { type Kysely, sql } from 'kysely';
import { FILE_ADDRESS_BYTES, type KeySlots, type SlotAddress } from '../crypto/keySlots.ts';
import { slotOf } from '../crypto/vault.ts';
import type { Database } from '../db/schema.ts';
import { ConfigError } from '../settings/config.ts';

/** Rows of a table that are looked at. */
const NEWEST = 10;
const TABLES = ['cases', 'aml_watches', 'aml_screenings', 'aml_batches'];

/** The names of the places of slots, for a message. */
interface Places {
  directory: string | null;
  bucket: string | null;
}

/**
 * Looks at the slots of the newest data keys. In a backup from before a move, or before a new root key, all of them were
 * replaced: not one case of it can be read.
 * @throws {ConfigError} if that is so. @throws {KeyStoreAway}
 */
export async function refuseOlderBackup(
  db: Kysely<Database>,
  slots: KeySlots,
  { directory, bucket }: Places,
): Promise<void> {
  const owners = (await Promise.all(TABLES.map((table) => newestIn(db, table)))).flat();
  const states = await slots.statesOf(owners.map(({ slot }) => slot));
  const replaced = owners.find((_, i) => states[i] === 'replaced');
  // One that is there was made since: a backup from the middle of a move opens the rest.
  if (!replaced || states.includes('there')) return;
  const place =
    replaced.slot.length === FILE_ADDRESS_BYTES
      ? `the directory ${directory} of KEYS_DIR`
      : `the bucket ${bucket} of KEYS`;
  throw new ConfigError(
    `This database is an older backup: the data key of ${replaced.id} was in ${place}, and got another slot later, by a move of data keys or a new root key. This start erased nothing. Restore a backup that was made after that.`,
  );
}

async function newestIn(db: Kysely<Database>, table: string): Promise<{ id: string; slot: SlotAddress }[]> {
  // Under another name, or each slot in a bucket would be read (`PrepareKeys`).
  const { rows } = await sql<{ id: string; wrapped: Uint8Array | null }>`
    select id, data_key as wrapped from ${sql.table(table)}
    where ${table === 'aml_screenings' ? sql`case_id = ''` : sql`true`}
    order by id desc limit ${NEWEST}`.execute(db);
  return rows.flatMap(({ id, wrapped }) => {
    const slot = wrapped && slotOf(wrapped);
    return slot ? [{ id, slot }] : [];
  });
}
