import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Kysely } from 'kysely';
import { makeDirectory } from '../../screening/makeDirectory.ts';
import { KeySlotFiles } from '../crypto/KeySlotFiles.ts';
import type { HeadRecord, KeySlots } from '../crypto/keySlots.ts';
import type { Database } from '../db/schema.ts';
import { keyStore as store } from '../db/store/keyStore.ts';
import type { Tried } from '../objects/requireRights.ts';
import { type Config, ConfigError } from '../settings/config.ts';
import { BucketSlots } from './BucketSlots.ts';
import { fileRecord, objectRecord } from './headRecords.ts';
import { MovingSlots } from './MovingSlots.ts';
import { openKeyBucket, openKeyBucketToRead, unusable } from './openKeyBucket.ts';
import { refuseOlderBackup } from './refuseOlderBackup.ts';

const NAME = 'store.id';

/** Where the slots of data keys are, and the head of the audit log beside them; both `null`: nowhere. */
export interface OpenKeyStore {
  slots: KeySlots | null;
  record: HeadRecord | null;
}

type Places = Pick<Config, 'keysDir' | 'keys' | 'dataDir' | 'databaseUrl'>;
type Observe = ConstructorParameters<typeof BucketSlots>[0]['observe'];

/** The slots of a database's data keys: in a directory or a bucket. */
export const keyStore = {
  /** The problem to report if there are none. */
  missing:
    'Neither KEYS_DIR nor KEYS is set: with the master key, erased data can still be read from older copies of the database. Set KEYS_DIR to a directory that all nodes share, or KEYS to a bucket.',

  /** The path of the directory; `null`: a bucket alone, or PostgreSQL where erasure does not reach dead rows and copies. */
  directory: ({ keysDir, keys, dataDir, databaseUrl }: Places): string | null =>
    keysDir ?? (databaseUrl === null && keys === null ? join(dataDir, 'keys') : null),

  /**
   * Opens the slots of the settings, and checks that they belong to the database; the first start records it.
   * @throws {ConfigError} if they belong to another database, are not configured, or their bucket cannot be used; or if the
   * database is a backup whose slots were replaced since.
   */
  open: async (
    db: Kysely<Database>,
    config: Places,
    observe: Observe = () => undefined,
  ): Promise<OpenKeyStore> => {
    const directory = keyStore.directory(config);
    if (config.keys) {
      const opened = await openInBucket(db, { settings: config.keys, directory, observe });
      return await current(db, opened, config);
    }
    await checkDirectory(db, directory);
    if (directory === null) return { slots: null, record: null };
    const opened = { slots: new KeySlotFiles(directory), record: fileRecord(directory) };
    return await current(db, opened, config);
  },

  /**
   * Looks whether the slots of the settings could be used, without writing anything that stays.
   * @param tried whether the rights to write in the bucket are tried too.
   * @param db `null`: it has no tables yet.
   * @throws {ConfigError}
   */
  lookAt: async (db: Kysely<Database> | null, config: Places, tried: Tried): Promise<void> => {
    const directory = keyStore.directory(config);
    const storedId = db && (await store.id(db));
    const files = directory === null ? null : new KeySlotFiles(directory);
    let slots: KeySlots | null = files;
    if (config.keys) {
      const belonging = { storedId, isMoving: files !== null };
      const opened = await openKeyBucketToRead(config.keys, belonging, tried);
      const inBucket = new BucketSlots({ ...opened, observe: () => undefined });
      slots = files ? new MovingSlots(inBucket, files) : inBucket;
    }
    try {
      if (db && slots && storedId !== null) await current(db, { slots, record: null }, config);
    } finally {
      await slots?.close();
    }
  },

  /**
   * The same for a command that reads the audit log alone, as of a copy of the database for which no slots are configured.
   * Opening it writes nothing.
   */
  openForLog: async (db: Kysely<Database>, config: Places): Promise<OpenKeyStore> => {
    const directory = keyStore.directory(config);
    const earlier = directory === null ? null : fileRecord(directory);
    if (!config.keys) return { slots: null, record: earlier };
    const belonging = { storedId: await store.id(db), isMoving: directory !== null };
    const { bucket, root } = await openKeyBucketToRead(config.keys, belonging);
    const slots = new BucketSlots({ bucket, root, observe: () => undefined });
    return { slots, record: objectRecord(bucket, root, earlier) };
  },
};

/** @returns what was opened; closes it if the database is a backup whose slots were replaced since. @throws {ConfigError} */
async function current<T extends OpenKeyStore & { slots: KeySlots }>(
  db: Kysely<Database>,
  opened: T,
  { keys, ...places }: Places,
): Promise<T> {
  try {
    const directory = keyStore.directory({ keys, ...places });
    await refuseOlderBackup(db, opened.slots, { directory, bucket: keys?.bucket ?? null });
    return opened;
  } catch (error) {
    await opened.slots.close();
    throw keys ? unusable(keys, error) : error;
  }
}

async function openInBucket(
  db: Kysely<Database>,
  {
    settings,
    directory,
    observe,
  }: { settings: NonNullable<Config['keys']>; directory: string | null; observe: Observe },
): Promise<OpenKeyStore & { slots: KeySlots }> {
  const storedId = await store.id(db);
  // Without a shared id the directory is another database's, or has nothing to be moved.
  if (directory !== null && (storedId === null || idIn(directory) !== storedId)) throw foreign(directory);
  const { bucket, root } = await openKeyBucket(settings, {
    storedId,
    note: (id) => store.note(db, id),
    isMoving: directory !== null,
  });
  const inBucket = new BucketSlots({ bucket, root, observe });
  const earlier = directory === null ? null : fileRecord(directory);
  return {
    slots: directory === null ? inBucket : new MovingSlots(inBucket, new KeySlotFiles(directory)),
    record: objectRecord(bucket, root, earlier),
  };
}

async function checkDirectory(db: Kysely<Database>, directory: string | null): Promise<void> {
  const storedId = await store.id(db);
  if (directory === null) {
    if (storedId === null) return;
    throw new ConfigError(
      'Neither KEYS_DIR nor KEYS is set, but one of them has the data keys of this database. Set KEYS_DIR to their directory, or KEYS to their bucket.',
    );
  }
  const directoryId = idIn(directory) ?? (storedId === null ? makeId(directory) : null);
  const expected = storedId ?? (directoryId === null ? null : await store.note(db, directoryId));
  if (directoryId === null || directoryId !== expected) throw foreign(directory);
}

function foreign(directory: string): ConfigError {
  return new ConfigError(
    `The directory ${resolve(directory)} does not contain the data keys of this database. Mount the directory that its nodes share as KEYS_DIR, or restore it from its backup; if KEYS has them, remove KEYS_DIR.`,
  );
}

function idIn(directory: string): string | null {
  const path = join(directory, NAME);
  return existsSync(path) ? readFileSync(path, 'utf8').trim() : null;
}

/** Several nodes may start at once. */
function makeId(directory: string): string {
  makeDirectory(directory);
  try {
    const id = randomBytes(16).toString('hex');
    writeFileSync(join(directory, NAME), id, { flag: 'wx', mode: 0o600, flush: true });
    return id;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    return idIn(directory)!;
  }
}
