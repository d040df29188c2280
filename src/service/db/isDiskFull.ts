/**
 * A file that can't be written for another reason than `ENOSPC`, such as a quota, has no state of its own, nor has the one
 * that a new connection writes: these write files.
 */
const WRITERS = /^(md|fd|xlog|slru|bufmgr|buffile|relcache)\.c$/;
/** `ENOSPC` as the system of the embedded database numbers it. */
const EMBEDDED_ENOSPC = 51;

/** Whether something could not be written for want of room: by PostgreSQL, by the embedded database, or by this process. */
export function isDiskFull(error: unknown): boolean {
  if (typeof error !== 'object' || error === null) return false;
  const { code, errno, file, name } = error as Record<'code' | 'errno' | 'file' | 'name', unknown>;
  if (code === '53100' || code === 'ENOSPC' || code === 'EDQUOT') return true;
  if (code === 'XX000' && WRITERS.test(String(file))) return true;
  return name === 'ErrnoError' && errno === EMBEDDED_ENOSPC;
}
