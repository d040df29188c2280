import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Config } from './config.ts';

/** Something that a first start makes, as a line of the log: what, where, and what to do with it. */
type Missing = Record<'what' | 'path' | 'detail', string>;

/** The files that the first start with these settings creates on this machine. */
export function firstStartNotices({ dataDir, databaseUrl, masterKey }: Config): Missing[] {
  const all = [
    {
      isNeeded: !databaseUrl,
      what: 'data directory',
      path: resolve(dataDir),
      detail: 'It holds what this process keeps: set DATA_DIR to have it elsewhere.',
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
      detail: 'Keep this file, apart from the backups: without it nothing that is sealed can be read again.',
    },
  ];
  return all
    .filter(({ isNeeded, path }) => isNeeded && !existsSync(path))
    .map(({ what, path, detail }) => ({ what, path, detail }));
}
