import { execFileSync } from 'node:child_process';
import { chownSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { postgresPrograms } from './postgresPrograms.ts';

export interface StartedPostgres {
  url: string;
  /** Where its files lie. */
  folder: string;
  stop(): void;
  /** Ends all its processes at once, as a crash would, and starts it again. */
  crash(): void;
}

/**
 * Starts a cluster of its own on a unix socket; PostgreSQL refuses to run as root, so then it runs as `postgres` or
 * `nobody`.
 * @param durable whether what it has confirmed outlives a crash; slower.
 * @throws if PostgreSQL is not installed.
 */
export function startPostgres({ durable = false } = {}): StartedPostgres {
  const programs = postgresPrograms();
  if (!programs) throw new Error('PostgreSQL is not installed: there is no initdb.');
  const dir = mkdtempSync(join(tmpdir(), 'idv-pg-'));
  const owner = unprivileged();
  if (owner) chownSync(dir, owner.uid, owner.gid);
  const data = join(dir, 'data');
  const run = (program: string, args: string[]) =>
    execFileSync(join(programs, program), args, { cwd: dir, stdio: 'ignore', ...owner });
  run('initdb', ['-D', data, '-U', 'idv', '-A', 'trust', '-E', 'UTF8', '--no-sync']);
  const options = `-k ${dir} -c listen_addresses= -c fsync=${durable ? 'on' : 'off'} -c max_connections=200`;
  const start = () => run('pg_ctl', ['-D', data, '-o', options, '-l', join(dir, 'log'), '-w', 'start']);
  start();
  return {
    url: `postgres://idv@localhost/postgres?host=${encodeURIComponent(dir)}`,
    folder: data,
    crash: () => {
      run('pg_ctl', ['-D', data, '-m', 'immediate', 'stop']);
      start();
    },
    stop: () => {
      if (!existsSync(dir)) return;
      run('pg_ctl', ['-D', data, '-m', 'immediate', 'stop']);
      rmSync(dir, { recursive: true, force: true });
    },
  };
}

function unprivileged(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const id = (option: string) => {
    for (const user of ['postgres', 'nobody']) {
      try {
        return Number(
          execFileSync('id', [option, user], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }),
        );
      } catch {}
    }
    throw new Error('PostgreSQL refuses to run as root, and there is neither a user postgres nor nobody.');
  };
  return { uid: id('-u'), gid: id('-g') };
}
