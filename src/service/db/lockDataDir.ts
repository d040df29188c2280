import { readFileSync, readlinkSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { ConfigError } from '../configError.ts';
import { makeDirectory } from '../makeDirectory.ts';

const heldHere = new Set<string>();
/** How often an owner shows that it lives, and after how long without that it is dead where its number says nothing. */
const BEAT_MS = 2000;
const DEAD_MS = 10_000;
/** Where the numbers of processes count: this run of this machine, and the container. */
const PLACE = placeOf();

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
  const beat = setInterval(() => touch(file), BEAT_MS).unref();
  return () => {
    clearInterval(beat);
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
  if (isLive(owner, file)) return false;
  rmSync(file, { force: true });
  return true;
}

/** Another container has numbers of its own: there the first process of each is 1. */
function isLive(owner: string, file: string): boolean {
  const [pid, , place = PLACE] = owner.split(' ');
  if (place !== PLACE) return Date.now() - statSync(file).mtimeMs < DEAD_MS;
  const number = Number.parseInt(pid!, 10);
  return number > 0 && number !== process.pid && isAlive(number) && identity(number) === owner;
}

function touch(file: string): void {
  const now = new Date();
  try {
    utimesSync(file, now, now);
  } catch {
    // Whoever removed it wants it to be free.
  }
}

/** The process, where the system tells when it began, because numbers of processes are used again, and the place. */
function identity(pid: number): string {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return `${pid} ${stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19]} ${PLACE}`;
  } catch {
    return `${pid} - ${PLACE}`;
  }
}

function placeOf(): string {
  try {
    const run = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
    return `${run}/${readlinkSync('/proc/self/ns/pid')}`;
  } catch {
    return '-';
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
