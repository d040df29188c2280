/** Runs a transaction, and retries it once after a stale plan, with all statements prepared again. */
export async function retryOnStalePlan<T>(run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    if (!isStalePlan(error)) throw error;
    return await run();
  }
}

/**
 * Whether a statement failed because a table has got another column since it was prepared, by the migrations of a newer
 * version that runs beside this one: PostgreSQL refuses it before it does anything.
 */
export function isStalePlan(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code, routine } = error as { code?: unknown; routine?: unknown };
  return code === '0A000' && routine === 'RevalidateCachedQuery';
}
