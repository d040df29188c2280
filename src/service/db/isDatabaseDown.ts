import { isStalePlan } from './retryOnStalePlan.ts';

/**
 * Connection exceptions (class 08), a role or database that is away (28, 3D000), shutdown, a full disk, memory or
 * connections used up (class 53), errors of its system (class 58), a server that only reads by now, and statements and
 * locks that took too long or met crosswise: PostgreSQL 15, appendix A.
 */
const STATES = /^(08...|28...|3D000|57P0[12345]|57014|55P03|25P03|25P04|25006|53...|58...|40001|40P01)$/;
const SYSTEM =
  /^(ECONN(REFUSED|RESET|ABORTED)|ENOENT|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|E(HOST|NET)(UNREACH|DOWN))$/;
const CALLS = new Set(['connect', 'read', 'write', 'getaddrinfo']);

/** Whether an error means that the database can't be reached or used, so that trying again may help. */
export function isDatabaseDown(error: unknown): boolean {
  if (error instanceof AggregateError) return error.errors.some(isDatabaseDown);
  if (isDiskFull(error) || isStalePlan(error)) return true;
  if (!(error instanceof Error)) return false;
  const { code, syscall } = error as { code?: unknown; syscall?: unknown };
  if (STATES.test(String(code))) return true;
  if (SYSTEM.test(String(code))) return CALLS.has(String(syscall));
  return /Connection terminated|not queryable|timeout exceeded when trying to connect/.test(error.message);
}

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
