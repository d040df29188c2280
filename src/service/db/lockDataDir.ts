import { randomUUID } from 'node:crypto';
import {
  existsSync,
  linkSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { join, resolve } from 'node:path';
import { makeDirectory } from '../../screening/makeDirectory.ts';
import { ConfigError } from '../settings/config.ts';

const heldHere = new Set<string>();
/**
 * `HEARTBEAT_MS`: interval of the owner's heartbeat. `DEAD_MS`: age of the last heartbeat after which an owner counts
 * as dead if its process id cannot be checked.
 */
export const HEARTBEAT_MS = 2000;
const DEAD_MS = 10_000;
/** The scope in which process ids are unique: this boot of this machine, and the container. */
const PLACE = placeOf();

/**
 * Locks a data directory for this process; the embedded database would be corrupted if two processes used it. The lock
 * of a dead process is taken over: each new holder creates a lock file with the next number, which only one process can
 * do, and the highest number is valid. A process that was frozen while another took over its lock must not write any
 * more: it ends as soon as it wakes.
 * @param onLost called once if the lock is lost; by default the process is killed, since a graceful shutdown writes.
 * @throws {ConfigError} if a live process holds the directory, or it is not writable.
 */
export function lockDataDir(dataDir: string, onLost: () => void = endProcess): DataDirLock {
  const dir = resolve(dataDir);
  let file: string | null;
  try {
    makeDirectory(dir);
    file = heldHere.has(dir) ? null : takeLock(dir);
  } catch (error) {
    const why = (error as NodeJS.ErrnoException).code;
    throw new ConfigError(`The setting DATA_DIR must be a writable directory (${why}).`);
  }
  if (!file) {
    throw new ConfigError(
      `The data directory ${dir} is in use by another live process. Stop that process, or set DATA_DIR.`,
    );
  }
  const lock = file;
  heldHere.add(dir);
  let seenAt = Date.now();
  const check = () => {
    if (touch(lock)) seenAt = Date.now();
    else {
      clearInterval(beat);
      onLost();
    }
  };
  const beat = setInterval(check, HEARTBEAT_MS).unref();
  return {
    requireHeld: () => {
      if (Date.now() - seenAt > 2 * HEARTBEAT_MS) check();
    },
    release: () => {
      clearInterval(beat);
      heldHere.delete(dir);
      // The file stays, so that its number stays known. A lock without an owner is free.
      if (existsSync(lock)) writeFileSync(lock, '');
    },
  };
}

/** A data directory that this process holds. */
export interface DataDirLock {
  /** Must be called before each write. Checks the lock if the heartbeat of this process is overdue. */
  requireHeld(): void;
  release(): void;
}

function endProcess(): void {
  writeSync(
    2,
    'Another process took over the data directory while this one was frozen. This process exits.\n',
  );
  process.kill(process.pid, 'SIGKILL');
}

/** @returns the lock file; `null` if another process has the lock. */
function takeLock(dir: string): string | null {
  const locks = locksOf(dir);
  const last = locks.at(-1);
  if (last && isHeld(last.file)) return null;
  const file = join(dir, `lock.${(last?.number ?? 0) + 1}`);
  const draft = join(dir, `draft.${process.pid}.${randomUUID()}`);
  try {
    writeFileSync(draft, identity(process.pid), { flag: 'wx', mode: 0o600 });
    linkSync(draft, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return null;
    throw error;
  } finally {
    rmSync(draft, { force: true });
  }
  for (const { file: old } of locks) rmSync(old, { force: true });
  return file;
}

/** A missing lock was taken over by another process. */
function isHeld(file: string): boolean {
  try {
    return isLive(readFileSync(file, 'utf8'), file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return true;
    throw error;
  }
}

/** The locks of a directory by number. */
function locksOf(dir: string): { file: string; number: number }[] {
  return readdirSync(dir)
    .filter((name) => /^lock\.\d+$/.test(name))
    .map((name) => ({ file: join(dir, name), number: Number(name.slice(5)) }))
    .sort((a, b) => a.number - b.number);
}

/** Process ids of another container cannot be checked here, so its heartbeat decides. */
function isLive(owner: string, file: string): boolean {
  const [pid, , host = PLACE] = owner.split(' ');
  if (host !== PLACE) return Date.now() - statSync(file).mtimeMs < DEAD_MS;
  const number = Number.parseInt(pid!, 10);
  return number > 0 && number !== process.pid && isAlive(number) && identity(number) === owner;
}

/** Heartbeat of the owner. @returns whether the lock still exists: a process that takes it over removes it. */
function touch(file: string): boolean {
  const now = new Date();
  try {
    utimesSync(file, now, now);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'ENOENT';
  }
}

/** Identifies a process: its id, its start time if the system states it, because ids are reused, and `PLACE`. */
function identity(pid: number): string {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return `${pid} ${stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19]} ${PLACE}`;
  } catch {
    // The process has ended, or the system has no /proc.
    return `${pid} - ${PLACE}`;
  }
}

function placeOf(): string {
  try {
    const run = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
    return `${run}/${readlinkSync('/proc/self/ns/pid')}`;
  } catch {
    // The system has no /proc.
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
