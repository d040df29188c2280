import { statfs } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import type { Config } from '../config.ts';
import type { Condition } from './Readiness.ts';

const LOW_BYTES = 512 * 2 ** 20;
/** A write of the embedded database and its log must still fit. */
const FULL_BYTES = 64 * 2 ** 20;

/** Without room for its log of writes it ends, and does not start. */
const SILENT = 'The disk of PostgreSQL was full, and it has not answered since.';

/**
 * The room where the data directory lies, and that of PostgreSQL. A full one stops a process whose database is in it.
 * @param isFull whether PostgreSQL has none; fails where it had none and does not answer.
 */
export async function diskCondition(
  { dataDir, databaseUrl }: Pick<Config, 'dataDir' | 'databaseUrl'>,
  isFull: () => Promise<boolean>,
): Promise<Condition> {
  const full = await isFull().catch(() => 'unknown');
  if (full === 'unknown') return { status: 'fail', detail: SILENT };
  if (full) return { status: 'fail', detail: 'The disk of PostgreSQL is full.' };
  const free = await freeBytes(resolve(dataDir));
  if (free === null) return { status: 'warn', detail: 'The room in DATA_DIR can not be told.' };
  const freeMb = Math.floor(free / 2 ** 20);
  if (free >= LOW_BYTES) return { status: 'ok', freeMb };
  const isTooLittle = free < FULL_BYTES && databaseUrl === null;
  return { status: isTooLittle ? 'fail' : 'warn', detail: `DATA_DIR has ${freeMb} MB of room left.`, freeMb };
}

/** Of the folder, or of the nearest one above it that is there. */
async function freeBytes(folder: string): Promise<number | null> {
  try {
    const { bavail, bsize } = await statfs(folder);
    return bavail * bsize;
  } catch {
    const above = dirname(folder);
    return above === folder ? null : await freeBytes(above);
  }
}
