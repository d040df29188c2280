import { spawn } from 'node:child_process';
import { chownSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { unprivileged } from './unprivileged.ts';
import { waitFor } from './waitFor.ts';

const PORT = 6432;

/**
 * Starts PgBouncer in transaction mode with a small pool in front of a PostgreSQL on a unix socket; it stops after the
 * test.
 * @returns the URL of the database behind it.
 */
export async function startPgbouncer(program: string, databaseUrl: string): Promise<string> {
  const url = new URL(databaseUrl);
  const [socket, user, name] = [url.searchParams.get('host'), url.username, url.pathname.slice(1)];
  const folder = mkdtempSync(join(tmpdir(), 'idv-pgb-'));
  const owner = unprivileged();
  const config = join(folder, 'pgbouncer.ini');
  writeFileSync(join(folder, 'users'), `"${user}" ""\n`);
  const lines = [
    '[databases]',
    `* = host=${socket}`,
    '[pgbouncer]',
    'listen_addr =',
    `listen_port = ${PORT}`,
    `unix_socket_dir = ${folder}`,
    'auth_type = trust',
    `auth_file = ${join(folder, 'users')}`,
    'pool_mode = transaction',
    'default_pool_size = 4',
    'max_client_conn = 100',
  ];
  writeFileSync(config, lines.join('\n'));
  if (owner) chownSync(folder, owner.uid, owner.gid);
  const child = spawn(program, [config], { stdio: 'ignore', ...owner });
  onTestFinished(() => {
    child.kill('SIGKILL');
    rmSync(folder, { recursive: true, force: true });
  });
  await waitFor(() => existsSync(join(folder, `.s.PGSQL.${PORT}`)));
  return `postgres://${user}@localhost:${PORT}/${name}?host=${encodeURIComponent(folder)}`;
}
