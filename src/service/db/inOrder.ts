import type { CompiledQuery, Kysely, QueryResult } from 'kysely';
import type { Database } from './schema.ts';

/** Runs statements of a transaction one after the other. @returns their results in order. */
export async function inOrder(
  tx: Kysely<Database>,
  statements: readonly CompiledQuery[],
): Promise<QueryResult<unknown>[]> {
  const results: QueryResult<unknown>[] = [];
  for (const statement of statements) results.push(await tx.executeQuery(statement));
  return results;
}
