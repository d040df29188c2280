/**
 * Connection exceptions (class 08), shutdown, a full disk, memory or connections used up (class 53), and statements and
 * locks that took too long or met crosswise: PostgreSQL 15, appendix A.
 */
const STATES = /^(08...|57P0[1235]|57014|55P03|25P03|25P04|53...|40001|40P01)$/;
const SYSTEM = new Set(['ECONNREFUSED', 'ENOSPC', 'ECONNRESET', 'ENOENT', 'EPIPE', 'ETIMEDOUT', 'ENOTFOUND']);

/** Whether an error means that the database can't be reached, so that trying again may help. */
export function isDatabaseDown(error: unknown): boolean {
  if (error instanceof AggregateError) return error.errors.some(isDatabaseDown);
  if (!(error instanceof Error)) return false;
  const code = 'code' in error ? String(error.code) : '';
  if (STATES.test(code)) return true;
  if (SYSTEM.has(code))
    return 'syscall' in error && ['connect', 'read', 'write'].includes(String(error.syscall));
  return /Connection terminated|not queryable|timeout exceeded when trying to connect|Query read timeout/.test(
    error.message,
  );
}
