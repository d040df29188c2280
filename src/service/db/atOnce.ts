import type { CompiledQuery, Kysely, QueryResult } from 'kysely';
import { onFreshPlans } from './onFreshPlans.ts';
import { type Sessions, sessionsOf } from './Sessions.ts';
import type { Database } from './schema.ts';

/** What a statement answered, as far as it is asked for. */
export type Answer = Pick<QueryResult<unknown>, 'rows' | 'numAffectedRows'>;

/**
 * Runs statements of one transaction, of which none needs what another answers: those of `tx`, or one of their own. In one
 * of their own PostgreSQL gets them as one write, which takes one round trip instead of one for each, and two more.
 * @returns the answers in order.
 * @throws what the first of them met that failed; none has had an effect then.
 */
export async function atOnce(
  tx: Kysely<Database>,
  statements: readonly CompiledQuery[],
): Promise<readonly Answer[]> {
  if (tx.isTransaction) return await inTurn(tx, statements);
  const sessions = sessionsOf(tx);
  if (!sessions) return await tx.transaction().execute((own) => inTurn(own, statements));
  return await onFreshPlans(() => together(sessions, statements));
}

async function inTurn(tx: Kysely<Database>, statements: readonly CompiledQuery[]): Promise<Answer[]> {
  const answers: Answer[] = [];
  for (const statement of statements) answers.push(await tx.executeQuery(statement));
  return answers;
}

async function together(sessions: Sessions, statements: readonly CompiledQuery[]): Promise<Answer[]> {
  const session = await sessions.connect();
  try {
    const asked = statements.map(({ sql, parameters }) => ({ text: sql, values: [...parameters] }));
    const results = await session.transaction(asked);
    return results.map(({ rows, rowCount }) => ({ rows, numAffectedRows: BigInt(rowCount ?? 0) }));
  } finally {
    session.release();
  }
}
