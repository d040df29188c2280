import { KeyStoreAway } from '../crypto/keySlots.ts';
import { isStalePlan } from './retryOnStalePlan.ts';

/**
 * Error classes of PostgreSQL 15, appendix A: connection exceptions (08), invalid role or missing database (28, 3D000),
 * shutdown (57P0x), full disk, memory or connections (53), system errors (58), a server that has become read-only, and
 * statements and locks that timed out or deadlocked.
 */
const STATES = /^(08...|28...|3D000|57P0[12345]|57014|55P03|25P03|25P04|25006|53...|58...|40001|40P01)$/;
const SYSTEM =
  /^(ECONN(REFUSED|RESET|ABORTED)|ENOENT|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|E(HOST|NET)(UNREACH|DOWN))$/;
const CALLS = new Set(['read', 'write', 'getaddrinfo']);

/**
 * Whether an error means that the database can't be reached or used, so that a retry may succeed. The bucket of data keys
 * is a part of it: without them nothing sealed can be read or written.
 */
export function isDatabaseDown(error: unknown): boolean {
  if (error instanceof AggregateError) return error.errors.some(isDatabaseDown);
  if (error instanceof KeyStoreAway) return true;
  if (isDiskFull(error) || isStalePlan(error)) return true;
  if (!(error instanceof Error)) return false;
  const { code, syscall } = error as { code?: unknown; syscall?: unknown };
  if (STATES.test(String(code))) return true;
  // Whatever the cause is, such as a full queue of the server (EAGAIN): there is no connection.
  if (syscall === 'connect') return true;
  if (SYSTEM.test(String(code))) return CALLS.has(String(syscall));
  return /Connection terminated|not queryable|timeout exceeded when trying to connect/.test(error.message);
}

/**
 * Source files of PostgreSQL that write to disk. A failed write has no SQLSTATE of its own if its cause is not
 * `ENOSPC`, such as a quota, or if it happens while a connection is opened. The source file identifies it.
 */
const WRITERS = /^(md|fd|xlog|slru|bufmgr|buffile|relcache)\.c$/;
/** The number of `ENOSPC` in the embedded database (WASI). */
const EMBEDDED_ENOSPC = 51;

/**
 * Whether a write failed because the disk is full or a quota is exceeded: in PostgreSQL, in the embedded database, or
 * in this process.
 */
export function isDiskFull(error: unknown): boolean {
  if (typeof error !== 'object' || error === null) return false;
  const { code, errno, file, name } = error as Record<'code' | 'errno' | 'file' | 'name', unknown>;
  if (code === '53100' || code === 'ENOSPC' || code === 'EDQUOT') return true;
  if (code === 'XX000' && WRITERS.test(String(file))) return true;
  return name === 'ErrnoError' && errno === EMBEDDED_ENOSPC;
}
