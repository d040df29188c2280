import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { secretNames } from './secretFiles.ts';

/** What says where the secrets are, for the moment between two programs. */
const HANDOVER = 'IDV_SECRETS_HANDOVER';
/** In memory, where there is such a folder. */
const FOLDERS = ['/dev/shm', tmpdir()];
/** Settings of libraries that are secret, too. */
const OF_LIBRARIES = ['PGPASSWORD', 'OTEL_EXPORTER_OTLP_HEADERS', 'OTEL_EXPORTER_OTLP_TRACES_HEADERS'];

/** From Node 23.11 on, not on Windows. */
type Execve = (file: string, args: readonly string[], env: NodeJS.ProcessEnv) => never;

/**
 * Lets the process start anew without its secrets in the environment it was started with: what the system shows of that, in
 * `/proc/PID/environ`, stays as it is when a variable is deleted, and any process of the same user may read it, a decoder that
 * was taken over among them. The secrets go by a file that nobody else may read and that is deleted at once.
 * Where the system can't do so the process goes on as it is; `doctor` and the documentation name `NAME_FILE` instead.
 * @param script of the process.
 */
export function startWithoutSecrets(script: string): void {
  const { [HANDOVER]: handover } = process.env;
  if (handover) {
    delete process.env[HANDOVER];
    Object.assign(process.env, take(handover));
    return;
  }
  const { execve } = process as { execve?: Execve };
  const secrets = [...secretNames, ...OF_LIBRARIES].filter((name) => process.env[name]);
  // A channel to a parent does not outlive the change of programs.
  if (!execve || process.platform === 'win32' || process.connected || secrets.length === 0) return;
  const file = give(Object.fromEntries(secrets.map((name) => [name, process.env[name]!])));
  const rest = Object.entries(process.env).filter(([name]) => !secrets.includes(name));
  try {
    const args = [process.execPath, ...process.execArgv, script, ...process.argv.slice(2)];
    execve.call(process, process.execPath, args, { ...Object.fromEntries(rest), [HANDOVER]: file });
  } finally {
    rmSync(file, { force: true });
  }
}

function give(secrets: Record<string, string>): string {
  const folder = FOLDERS.find((one) => existsSync(one))!;
  const file = join(folder, `idv-verify-${randomBytes(16).toString('hex')}`);
  writeFileSync(file, JSON.stringify(secrets), { mode: 0o600, flag: 'wx' });
  return file;
}

function take(file: string): Record<string, string> {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>;
  } finally {
    rmSync(file, { force: true });
  }
}
