import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { ConfigError } from '../configError.ts';
import { makeDirectory } from '../makeDirectory.ts';

const heldHere = new Set<string>();

/**
 * Takes a data directory for this process; the embedded database would break if two used it. The lock of a dead
 * process is taken over.
 * @returns what gives it back.
 * @throws {ConfigError} if a live process holds it, or it can't be had.
 */
export function lockDataDir(dataDir: string): () => void {
  const dir = resolve(dataDir);
  const file = join(dir, 'lock');
  let isHad: boolean;
  try {
    makeDirectory(dir);
    isHad = !heldHere.has(dir) && (tryLock(file) || (takeOver(file) && tryLock(file)));
  } catch (error) {
    const why = (error as NodeJS.ErrnoException).code;
    throw new ConfigError(`The setting DATA_DIR must be a directory that can be written to (${why}).`);
  }
  if (!isHad) {
    throw new ConfigError(
      `The data directory ${dir} is in use by another live process; stop that one, or set DATA_DIR.`,
    );
  }
  heldHere.add(dir);
  return () => {
    heldHere.delete(dir);
    rmSync(file, { force: true });
  };
}

function tryLock(file: string): boolean {
  try {
    writeFileSync(file, identity(process.pid), { flag: 'wx', mode: 0o600 });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

/** Removes the lock if its owner is dead. */
function takeOver(file: string): boolean {
  const owner = readFileSync(file, 'utf8');
  const pid = Number.parseInt(owner, 10);
  if (pid > 0 && pid !== process.pid && isAlive(pid) && identity(pid) === owner) return false;
  rmSync(file, { force: true });
  return true;
}

/** The process and, where the system tells, when it began: numbers of processes are used again. */
function identity(pid: number): string {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return `${pid} ${stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19]}`;
  } catch {
    return `${pid} -`;
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
