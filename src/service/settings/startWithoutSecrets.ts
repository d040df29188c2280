import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { awsSecrets, commandSecrets, librarySecrets, secretNames } from './secretFiles.ts';

/** The variable that passes the location of the secrets from one program to the next. */
const HANDOVER = 'IDV_SECRETS_HANDOVER';
/** In-memory folder first, if it exists. */
const FOLDERS = ['/dev/shm', tmpdir()];
const ALL = [...secretNames, ...librarySecrets, ...awsSecrets, ...commandSecrets];

/** From Node 23.11 on, not on Windows. */
type Execve = (file: string, args: readonly string[], env: NodeJS.ProcessEnv) => never;

/**
 * Restarts the process without secrets in its initial environment. The system shows that environment in
 * `/proc/PID/environ` even after a variable is deleted, and any process of the same user may read it, including a
 * compromised decoder. The secrets are passed in a file that only this user can read and that is deleted at once. If
 * the system does not support this, the process goes on unchanged; its log and `doctor` then name the secrets
 * and `NAME_FILE`.
 * @param script of the process.
 */
export function startWithoutSecrets(script: string): void {
  const { [HANDOVER]: handover } = process.env;
  if (handover) {
    delete process.env[HANDOVER];
    Object.assign(process.env, readAndDelete(handover));
    return;
  }
  const { execve } = process as { execve?: Execve };
  const secrets = secretsIn(process.env);
  exposed = secretsShown(process.env);
  if (!execve || exposed.length > 0 || secrets.length === 0) return;
  const file = give(Object.fromEntries(secrets.map((name) => [name, process.env[name]!])));
  const rest = Object.entries(process.env).filter(([name]) => !secrets.includes(name));
  try {
    const args = [process.execPath, ...process.execArgv, script, ...process.argv.slice(2)];
    execve.call(process, process.execPath, args, { ...Object.fromEntries(rest), [HANDOVER]: file });
  } finally {
    rmSync(file, { force: true });
  }
}

let exposed: readonly string[] = [];

/** The warning to log at the start; `null` if the process exposes no secret. */
export function environmentWarning(): string | null {
  return exposed.length > 0 ? shownText(exposed) : null;
}

/** @param names of secrets that stay visible in the environment of a process. */
export function shownText(names: readonly string[]): string {
  return `Other processes of this user can read ${names.join(', ')} in the environment of the service, because this Node or system cannot hide them. Use files (NAME_FILE), or Node 24 on Linux or macOS.`;
}

/** The secrets that the system keeps showing for a process started with this environment. */
export function secretsShown(env: NodeJS.ProcessEnv): string[] {
  // An IPC channel to a parent does not survive `execve`.
  const canHide = 'execve' in process && process.platform !== 'win32' && !process.connected;
  return canHide ? [] : secretsIn(env);
}

function secretsIn(env: NodeJS.ProcessEnv): string[] {
  return ALL.filter((name) => env[name]);
}

function give(secrets: Record<string, string>): string {
  const folder = FOLDERS.find((one) => existsSync(one))!;
  const file = join(folder, `idv-verify-${randomBytes(16).toString('hex')}`);
  writeFileSync(file, JSON.stringify(secrets), { mode: 0o600, flag: 'wx' });
  return file;
}

function readAndDelete(file: string): Record<string, string> {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>;
  } finally {
    rmSync(file, { force: true });
  }
}
