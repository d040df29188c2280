/** Runs a transaction. After a stale plan, prepares all statements again and retries the transaction once. */
export async function retryOnStalePlan<T>(run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    if (!isStalePlan(error)) throw error;
    return await run();
  }
}

/**
 * Whether a statement failed because its table has got another column since it was prepared, by a migration of a newer
 * version that runs at the same time. PostgreSQL refuses such a statement before it has any effect.
 */
export function isStalePlan(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code, routine } = error as { code?: unknown; routine?: unknown };
  return code === '0A000' && routine === 'RevalidateCachedQuery';
}
