import { existsSync, statfsSync } from 'node:fs';
import { freemem, tmpdir } from 'node:os';

const LINUX_MEMORY_DISK = '/dev/shm';
const MIN_FREE_BYTES = 4 * 2 ** 30;

/**
 * The folder for temporary files of a run: the memory disk of Linux if disk and machine have 4 GiB free, else the
 * system folder. A run copies, syncs and removes hundreds of embedded databases, which would take longer on a disk than
 * the tests.
 */
export function memoryFolder(): string {
  if (process.env['TMPDIR'] || !existsSync(LINUX_MEMORY_DISK)) return tmpdir();
  const { bavail, bsize } = statfsSync(LINUX_MEMORY_DISK);
  return bavail * bsize >= MIN_FREE_BYTES && freemem() >= 2 * MIN_FREE_BYTES ? LINUX_MEMORY_DISK : tmpdir();
}
