import type { Duplex } from 'node:stream';
import type { PoolClient, QueryResult, QueryResultRow } from 'pg';
import { answerWatch } from './answerWatch.ts';
import { isStalePlan } from './isStalePlan.ts';
import { type Answer, type KnownStatement, RowQuery } from './RowQuery.ts';

/** Above it the statements of a connection would grow without bound; lists build theirs from their filters. */
const MOST_STATEMENTS = 500;
const statements = new Map<string, KnownStatement>();
/** How often all were prepared anew, under other names. */
let generation = 0;
const sessions = new WeakMap<PoolClient, Session>();

/** What of a client its types don't tell. */
interface Inside {
  processID?: number;
  connection?: { stream: Pick<Duplex, 'cork' | 'uncork' | 'destroy'> };
}

export interface Statement {
  text: string;
  values?: unknown[];
}

/** A connection as it is used here. */
export interface Session {
  query<Row>(text: string, values?: unknown[]): Promise<QueryResult<Row & QueryResultRow>>;
  /** Holds what is sent until the turn of the event loop ends, so that it goes out as one. */
  gather(): void;
  /**
   * Runs statements as one transaction, which goes out as one: what follows a statement that failed fails too, and COMMIT
   * takes all back.
   * @throws what the first that failed met, once all are answered.
   */
  transaction(statements: readonly Statement[]): Promise<QueryResult[]>;
  release: PoolClient['release'];
}

interface Settings {
  /** Whether PostgreSQL parses and plans statements once for each connection. */
  prepare: boolean;
  /** How long an answer is waited for; 0: for ever. */
  answerMs: number;
  /** Hears of each statement that failed. */
  onError(error: unknown): void;
}

/**
 * A connection as Kysely uses it. Where nobody answers a statement in time the connection ends with it: whoever came
 * next, the end of the same transaction first, would wait behind it for as long again.
 */
export function openSession(client: PoolClient, { prepare, answerMs, onError }: Settings): Session {
  const known = sessions.get(client);
  if (known) return known;
  const { processID, connection } = client as Inside;
  let isGathering = false;
  const send = () => {
    isGathering = false;
    connection?.stream.uncork();
  };
  const watch = answerWatch(answerMs, () => connection?.stream.destroy());
  const ask = (text: string, values: unknown[] = [], answer: Answer) => {
    const known = prepare && values.length > 0 ? knownOf(text) : undefined;
    const query = new RowQuery(text, values, known, (error, result) => {
      watch.answered();
      if (error) onError(error);
      if (known && isStalePlan(error)) forget(text, known);
      answer(error, result);
    });
    watch.asked();
    client.query(query);
  };
  // Outside a transaction the statement runs the second time, and may fail for a reason of its own. Inside, the transaction
  // is over: the stale plan is reported, so that `onFreshPlans` retries all of it.
  const askTwice = (text: string, values: unknown[], answer: Answer) =>
    ask(text, values, (error, result) => {
      if (!isStalePlan(error)) return answer(error, result);
      ask(text, values, (again, second) => answer(isTransactionOver(again) ? error : again, second));
    });
  const made = {
    processID,
    gather: () => {
      if (isGathering) return;
      isGathering = true;
      connection?.stream.cork();
      setImmediate(send);
    },
    query: (text: string, values: unknown[] = []) =>
      new Promise<QueryResult<never>>((resolve, reject) => {
        askTwice(text, values, (error, result) =>
          error ? reject(error) : resolve(result as QueryResult<never>),
        );
      }),
    transaction: (own: readonly Statement[]) =>
      new Promise<QueryResult[]>((resolve, reject) => {
        const all = [{ text: 'begin' }, ...own, { text: 'commit' }];
        const results: QueryResult[] = [];
        let first: Error | null = null;
        let answers = 0;
        connection?.stream.cork();
        for (const { text, values } of all) {
          ask(text, values, (error, result) => {
            first ??= error;
            if (result) results.push(result);
            if (++answers < all.length) return;
            if (first) reject(first);
            else resolve(results.slice(1, -1));
          });
        }
        connection?.stream.uncork();
      }),
    release: (...args: Parameters<PoolClient['release']>) => client.release(...args),
  };
  sessions.set(client, made);
  return made;
}

/** `in_failed_sql_transaction`: PostgreSQL 15, appendix A. */
function isTransactionOver(error: Error | null): boolean {
  return (error as { code?: unknown } | null)?.code === '25P02';
}

function knownOf(text: string): KnownStatement | undefined {
  const known = statements.get(text);
  if (known || statements.size >= MOST_STATEMENTS) return known;
  const made = { name: `s${generation}_${statements.size}` };
  statements.set(text, made);
  return made;
}

/** Has all statements prepared anew, on every connection, unless that has happened since this one was. */
function forget(text: string, known: KnownStatement): void {
  if (statements.get(text) !== known) return;
  statements.clear();
  generation += 1;
}
