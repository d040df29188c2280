import type { Duplex } from 'node:stream';
import type { PoolClient, QueryResult, QueryResultRow } from 'pg';
import { answerWatch } from './answerWatch.ts';

/** Above it the statements of a connection would grow without bound; lists build theirs from their filters. */
const MOST_NAMES = 500;
const names = new Map<string, string>();
const sessions = new WeakMap<PoolClient, Session>();

/** What of a client its types don't tell. */
interface Inside {
  processID?: number;
  connection?: { stream: Pick<Duplex, 'cork' | 'uncork' | 'destroy'> };
}

/** A connection as it is used here. */
export interface Session {
  query<Row>(text: string, values?: unknown[]): Promise<QueryResult<Row & QueryResultRow>>;
  /** Holds what is sent until the turn of the event loop ends, so that it goes out as one. */
  gather(): void;
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
  const made = {
    processID,
    gather: () => {
      if (isGathering) return;
      isGathering = true;
      connection?.stream.cork();
      setImmediate(send);
    },
    query: (text: string, values: unknown[] = []) => {
      const name = prepare && values.length > 0 ? nameOf(text) : undefined;
      watch.asked();
      const answer = name ? client.query({ name, text, values }) : client.query(text, values);
      return answer.then(
        (result) => {
          watch.answered();
          return result;
        },
        (error) => {
          watch.answered();
          onError(error);
          throw error;
        },
      );
    },
    release: (...args: Parameters<PoolClient['release']>) => client.release(...args),
  };
  sessions.set(client, made);
  return made;
}

function nameOf(text: string): string | undefined {
  const known = names.get(text);
  if (known) return known;
  if (names.size >= MOST_NAMES) return undefined;
  const name = `s${names.size}`;
  names.set(text, name);
  return name;
}
