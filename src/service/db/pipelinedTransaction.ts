import type { CompiledQuery, Kysely, QueryResult } from 'kysely';
import { type PgConnections, pgConnectionsOf } from './postgres/PgConnections.ts';
import { retryOnStalePlan } from './retryOnStalePlan.ts';
import type { Database } from './schema.ts';

/** What a statement answered, as far as it is asked for. */
export type StatementResult = Pick<QueryResult<unknown>, 'rows' | 'numAffectedRows'>;

/**
 * Runs statements of one transaction, of which none needs what another answers: those of `tx`, or one of their own. In one
 * of their own PostgreSQL gets them as one write, which takes one round trip instead of one for each, and two more.
 * @returns the answers in order.
 * @throws what the first of them met that failed; none has had an effect then.
 */
export async function pipelinedTransaction(
  tx: Kysely<Database>,
  statements: readonly CompiledQuery[],
): Promise<readonly StatementResult[]> {
  if (tx.isTransaction) return await inTurn(tx, statements);
  const connections = pgConnectionsOf(tx);
  if (!connections) return await tx.transaction().execute((own) => inTurn(own, statements));
  return await retryOnStalePlan(() => together(connections, statements));
}

async function inTurn(
  tx: Kysely<Database>,
  statements: readonly CompiledQuery[],
): Promise<StatementResult[]> {
  const answers: StatementResult[] = [];
  for (const statement of statements) answers.push(await tx.executeQuery(statement));
  return answers;
}

async function together(
  connections: PgConnections,
  statements: readonly CompiledQuery[],
): Promise<StatementResult[]> {
  const session = await connections.connect();
  try {
    const asked = statements.map(({ sql, parameters }) => ({ text: sql, values: [...parameters] }));
    const results = await session.transaction(asked);
    return results.map(({ rows, rowCount }) => ({ rows, numAffectedRows: BigInt(rowCount ?? 0) }));
  } finally {
    session.release();
  }
}
