import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Kysely } from 'kysely';
import { makeDirectory } from '../../screening/makeDirectory.ts';
import { KeySlotFiles } from '../crypto/KeySlotFiles.ts';
import type { Database } from '../db/schema.ts';
import { keyStore as store } from '../db/store/keyStore.ts';
import { type Config, ConfigError } from '../settings/config.ts';

const NAME = 'store.id';

/** The key-slot directory of a database. */
export const keyStore = {
  /** The problem to report if no directory of keys is set. */
  missing:
    'KEYS_DIR is not set: with the master key, erased data can still be read from older copies of the database. Set it to a directory that all nodes share.',

  /** Its path; `null`: PostgreSQL without KEYS_DIR, where erasure does not reach dead rows and copies. */
  directory: ({ keysDir, dataDir, databaseUrl }: Pick<Config, 'keysDir' | 'dataDir' | 'databaseUrl'>) =>
    keysDir ?? (databaseUrl === null ? join(dataDir, 'keys') : null),

  slots: (config: Config): KeySlotFiles | null => {
    const directory = keyStore.directory(config);
    return directory === null ? null : new KeySlotFiles(directory);
  },

  /**
   * Checks that the directory belongs to the database; the first start records it.
   * @throws {ConfigError} if it belongs to another database, or is not configured.
   */
  check: async (db: Kysely<Database>, config: Config): Promise<void> => {
    const directory = keyStore.directory(config);
    const storedId = await store.id(db);
    if (directory === null) {
      if (storedId === null) return;
      throw new ConfigError(
        'KEYS_DIR is not set, but this database needs its key directory. Set KEYS_DIR to it.',
      );
    }
    const directoryId = idIn(directory) ?? (storedId === null ? makeId(directory) : null);
    const expected = storedId ?? (directoryId === null ? null : await store.note(db, directoryId));
    if (directoryId !== null && directoryId === expected) return;
    throw new ConfigError(
      `The directory ${resolve(directory)} does not contain the data keys of this database. Mount the directory that its nodes share as KEYS_DIR, or restore it from its backup.`,
    );
  },
};

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
