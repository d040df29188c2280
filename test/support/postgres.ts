import { execFileSync } from 'node:child_process';
import { chownSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';

const BIN = '/usr/lib/postgresql/15/bin';

declare module 'vitest' {
  interface ProvidedContext {
    /** `postgres://…` of the database `postgres` of the cluster; empty where there is none. */
    postgresUrl: string;
    /** Where tests of this run keep an embedded database to copy. */
    embeddedTemplate: string;
  }
}

/** What tests of the service share in a run: one PostgreSQL cluster, and a folder for an embedded database. */
export default function setup(project: TestProject): () => void {
  const folder = mkdtempSync(join(tmpdir(), 'idv-run-'));
  project.provide('embeddedTemplate', join(folder, 'template'));
  const cluster = existsSync(join(BIN, 'initdb')) ? startPostgres() : null;
  project.provide('postgresUrl', cluster?.url ?? '');
  if (!cluster) {
    process.stderr.write(
      `No PostgreSQL in ${BIN}: tests of the service run on the embedded database alone.\n`,
    );
  }
  return () => {
    cluster?.stop();
    rmSync(folder, { recursive: true, force: true });
  };
}

/** A cluster of its own; PostgreSQL refuses to run as root, so then it runs as `postgres` or `nobody`. */
export function startPostgres(): { url: string; stop(): void } {
  const dir = mkdtempSync(join(tmpdir(), 'idv-pg-'));
  const owner = unprivileged();
  if (owner) chownSync(dir, owner.uid, owner.gid);
  const data = join(dir, 'data');
  const run = (program: string, args: string[]) =>
    execFileSync(join(BIN, program), args, { cwd: dir, stdio: 'ignore', ...owner });
  run('initdb', ['-D', data, '-U', 'idv', '-A', 'trust', '-E', 'UTF8', '--no-sync']);
  const options = `-k ${dir} -c listen_addresses= -c fsync=off -c max_connections=200`;
  run('pg_ctl', ['-D', data, '-o', options, '-l', join(dir, 'log'), '-w', 'start']);
  return {
    url: `postgres://idv@localhost/postgres?host=${encodeURIComponent(dir)}`,
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
