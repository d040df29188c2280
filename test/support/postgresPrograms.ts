import { existsSync, readdirSync, realpathSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';

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

/**
 * The folder with all programs: where only some are linked to the PATH, the others lie beside what the link leads to.
 * @throws if PostgreSQL is not installed.
 */
export function allPostgresPrograms(): string {
  return dirname(realpathSync(join(postgresPrograms()!, 'pg_ctl')));
}

function versionOf(folder: string): number {
  return Number(/(\d+)\/bin$/.exec(folder)?.[1] ?? 0);
}
