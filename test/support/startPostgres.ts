import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, chownSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { allPostgresPrograms, postgresPrograms } from './postgresPrograms.ts';
import { unprivileged } from './unprivileged.ts';

export interface StartedPostgres {
  url: string;
  /** Where its files lie. */
  folder: string;
  /** The unix socket that it listens on. */
  socket: string;
  stop(): void;
  /** Ends all its processes at once; it stays down. */
  kill(): void;
  /** Ends it in order: clients are closed, a standby has received everything. It stays down. */
  end(): Promise<void>;
  /** Makes the primary of a standby. */
  promote(): Promise<void>;
  /** Ends all its processes at once, as a crash would, and starts it again. */
  crash(): void;
  /** Restarts it, gracefully without waiting for clients, or immediately; callers continue meanwhile. */
  restart(how: 'fast' | 'immediate'): Promise<void>;
  /** Suspends all its processes until the returned function is called. */
  hang(): () => void;
}

interface Options {
  archive?: string;
  copy?: string;
  durable?: boolean;
  folder?: string;
  disk?: string;
  walDisk?: string;
}

/**
 * Starts a separate cluster on a unix socket. PostgreSQL refuses to run as root; it then runs as `postgres` or
 * `nobody`.
 * @param archive a folder that it copies its write-ahead log to.
 * @param copy a folder with the data of another server, by `copyPostgres`: this server is its standby.
 * @param folder the parent folder of its data folder; by default the system folder for temporary files.
 * @param durable whether confirmed writes survive a crash; slower.
 * @param disk a separate folder for its tables; by default tables and write-ahead log share one folder.
 * @param walDisk a separate folder for its write-ahead log, which then uses small files.
 * @throws if PostgreSQL is not installed.
 */
export function startPostgres({
  archive,
  copy,
  durable = false,
  folder = tmpdir(),
  disk,
  walDisk,
}: Options = {}): StartedPostgres {
  const programs = postgresPrograms();
  if (!programs) throw new Error('PostgreSQL is not installed: there is no initdb.');
  const dir = copy ?? mkdtempSync(join(folder, 'idv-pg-'));
  const owner = unprivileged();
  for (const folder of [dir, disk, walDisk, archive])
    if (folder && owner) chownSync(folder, owner.uid, owner.gid);
  const data = join(disk ?? dir, 'data');
  const run = (program: string, args: string[]) =>
    execFileSync(join(programs, program), args, { cwd: dir, stdio: 'ignore', ...owner });
  const wal = disk || walDisk ? ['-X', join(walDisk ?? dir, 'wal')] : [];
  if (walDisk) wal.push('--wal-segsize=1');
  if (!copy) run('initdb', ['-D', data, '-U', 'idv', '-A', 'trust', '-E', 'UTF8', '--no-sync', ...wal]);
  const options = `-k ${dir} -c listen_addresses= -c fsync=${durable ? 'on' : 'off'} -c max_connections=200`;
  const archiving = archive ? ` -c archive_mode=on -c archive_command='cp %p ${archive}/%f'` : '';
  const start = () =>
    run('pg_ctl', ['-D', data, '-o', options + archiving, '-l', join(dir, 'log'), '-w', 'start']);
  start();
  const control = (...args: string[]) => run('pg_ctl', ['-D', data, ...args]);
  const background = async (...args: string[]) => {
    const child = spawn(join(programs, 'pg_ctl'), ['-D', data, ...args], {
      cwd: dir,
      stdio: 'ignore',
      ...owner,
    });
    const [code] = await once(child, 'exit');
    if (code !== 0) throw new Error(`pg_ctl ${args.join(' ')} failed.`);
  };
  const isUp = () => existsSync(join(data, 'postmaster.pid'));
  return {
    url: `postgres://idv@localhost/postgres?host=${encodeURIComponent(dir)}`,
    folder: data,
    socket: join(dir, '.s.PGSQL.5432'),
    kill: () => control('-m', 'immediate', 'stop'),
    end: () => background('-m', 'fast', 'stop'),
    promote: () => background('-w', 'promote'),
    crash: () => {
      control('-m', 'immediate', 'stop');
      start();
    },
    restart: (how) => background('-m', how, '-o', options, '-l', join(dir, 'log'), '-w', 'restart'),
    hang: () => {
      const pids = processesOf(data);
      for (const pid of pids) send(pid, 'SIGSTOP');
      return () => {
        for (const pid of pids) send(pid, 'SIGCONT');
      };
    },
    stop: () => {
      if (!existsSync(dir)) return;
      if (isUp()) control('-m', 'immediate', 'stop');
      rmSync(dir, { recursive: true, force: true });
    },
  };
}

/**
 * Copies the data of a running server to a new folder, for `startPostgres`.
 * @param port on loopback, from where the copy receives the changes.
 */
export async function copyPostgres({ url }: StartedPostgres, port: number): Promise<string> {
  const dir = mkdtempSync(join(tmpdir(), 'idv-pg-'));
  const owner = unprivileged();
  if (owner) chownSync(dir, owner.uid, owner.gid);
  const data = join(dir, 'data');
  const args = ['-D', data, '-d', url, '-R', '-c', 'fast', '--no-sync'];
  const child = spawn(join(allPostgresPrograms(), 'pg_basebackup'), args, { cwd: dir, ...owner });
  let said = '';
  child.stderr.on('data', (text) => {
    said += text;
  });
  const [code] = await once(child, 'close');
  if (code !== 0) throw new Error(`pg_basebackup: ${said}`);
  appendFileSync(
    join(data, 'postgresql.auto.conf'),
    `primary_conninfo = 'host=127.0.0.1 port=${port} user=idv'\n`,
  );
  return dir;
}

/** Stops the main process first, so that it starts no others. */
function processesOf(data: string): number[] {
  const first = Number.parseInt(readFileSync(join(data, 'postmaster.pid'), 'utf8'), 10);
  const children = execFileSync('pgrep', ['-P', String(first)], { encoding: 'utf8' });
  return [first, ...children.trim().split(/\s+/).map(Number)];
}

/** A server that has exited needs no stop. */
function send(pid: number, signal: 'SIGSTOP' | 'SIGCONT'): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}
