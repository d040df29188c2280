import type { PoolClient } from 'pg';

/** Above it the statements of a connection would grow without bound; lists build theirs from their filters. */
const MOST_NAMES = 500;
const names = new Map<string, string>();
const sessions = new WeakMap<PoolClient, object>();

/** What of a client its types don't tell. */
interface Inside {
  processID?: number;
  connection?: { stream: { destroy(): void } };
}

interface Settings {
  /** Whether PostgreSQL parses and plans statements once for each connection. */
  prepare: boolean;
  /** Hears of each statement that failed. */
  onError(error: unknown): void;
}

/**
 * A connection as Kysely uses it. Where nobody answers a statement in time the connection ends with it: whoever came
 * next, the end of the same transaction first, would wait behind it for as long again.
 */
export function session(client: PoolClient, { prepare, onError }: Settings): object {
  const known = sessions.get(client);
  if (known) return known;
  const { processID, connection } = client as Inside;
  const made = {
    processID,
    query: (text: string, values: unknown[] = []) => {
      const name = prepare && values.length > 0 ? nameOf(text) : undefined;
      const answer = name ? client.query({ name, text, values }) : client.query(text, values);
      return answer.catch((error: Error) => {
        if (error.message === 'Query read timeout') connection?.stream.destroy();
        onError(error);
        throw error;
      });
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
