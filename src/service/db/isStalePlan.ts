/**
 * Whether a statement failed because a table has got another column since it was prepared, by the migrations of a newer
 * version that runs beside this one: PostgreSQL refuses it before it does anything.
 */
export function isStalePlan(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code, routine } = error as { code?: unknown; routine?: unknown };
  return code === '0A000' && routine === 'RevalidateCachedQuery';
}
