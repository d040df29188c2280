import { existsSync, readdirSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** Where packages of Debian and Homebrew put the programs of each version of PostgreSQL. */
const PARENTS = ['/usr/lib/postgresql', '/opt/homebrew/opt', '/usr/local/opt'];

/** The folder with `initdb` and `pg_ctl`: on the PATH, else the newest that is installed, else `null`. */
export function postgresPrograms(path: string = process.env['PATH'] ?? '', parents = PARENTS): string | null {
  const installed = parents
    .filter((parent) => existsSync(parent))
    .flatMap((parent) => readdirSync(parent).map((name) => join(parent, name, 'bin')))
    .filter((folder) => /postgresql/.test(folder))
    .sort((a, b) => versionOf(b) - versionOf(a));
  const folders = [...path.split(delimiter).filter(Boolean), ...installed];
  return (
    folders.find((folder) => existsSync(join(folder, 'initdb')) && existsSync(join(folder, 'pg_ctl'))) ?? null
  );
}

function versionOf(folder: string): number {
  return Number(/(\d+)\/bin$/.exec(folder)?.[1] ?? 0);
}
