/** Connection exceptions (class 08), shutdown and too many connections: PostgreSQL 15, appendix A. */
const STATES = /^(08...|57P0[123]|53300)$/;
const SYSTEM = new Set(['ECONNREFUSED', 'ECONNRESET', 'ENOENT', 'EPIPE', 'ETIMEDOUT', 'ENOTFOUND']);

/** Whether an error means that the database can't be reached, so that trying again may help. */
export function isDatabaseDown(error: unknown): boolean {
  if (error instanceof AggregateError) return error.errors.some(isDatabaseDown);
  if (!(error instanceof Error)) return false;
  const code = 'code' in error ? String(error.code) : '';
  if (STATES.test(code)) return true;
  if (SYSTEM.has(code))
    return 'syscall' in error && ['connect', 'read', 'write'].includes(String(error.syscall));
  return /Connection terminated|timeout exceeded when trying to connect/.test(error.message);
}
