import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Config } from './config.ts';

/** A file that a first start creates, as a log line: name, path, and advice. */
type Missing = Record<'what' | 'path' | 'detail', string>;

/** The files that the first start with these settings creates on this machine. */
export function firstStartNotices({ dataDir, databaseUrl, masterKey }: Config): Missing[] {
  const all = [
    {
      isNeeded: !databaseUrl,
      what: 'data directory',
      path: resolve(dataDir),
      detail: 'The data of this process. Set DATA_DIR to store them elsewhere.',
    },
    {
      isNeeded: !databaseUrl,
      what: 'database',
      path: resolve(join(dataDir, 'pglite')),
      detail: 'The embedded database; set DATABASE_URL to use PostgreSQL.',
    },
    {
      isNeeded: !masterKey,
      what: 'master key',
      path: resolve(join(dataDir, 'master.key')),
      detail: 'Without this file, sealed data cannot be read. Store a copy apart from the backups.',
    },
  ];
  return all
    .filter(({ isNeeded, path }) => isNeeded && !existsSync(path))
    .map(({ what, path, detail }) => ({ what, path, detail }));
}
