import type { PoolClient } from 'pg';

/** Above it the statements of a connection would grow without bound; lists build theirs from their filters. */
const MOST_NAMES = 500;
const names = new Map<string, string>();
const clients = new WeakMap<PoolClient, object>();

/** The same connection with statements that PostgreSQL parses and plans once for each connection. */
export function prepared(client: PoolClient): object {
  const known = clients.get(client);
  if (known) return known;
  const wrapped = {
    get processID() {
      return (client as { processID?: number }).processID;
    },
    query: (text: string, values: unknown[] = []) => {
      const name = values.length > 0 ? nameOf(text) : undefined;
      return name ? client.query({ name, text, values }) : client.query(text, values);
    },
    release: (...args: Parameters<PoolClient['release']>) => client.release(...args),
  };
  clients.set(client, wrapped);
  return wrapped;
}

function nameOf(text: string): string | undefined {
  const known = names.get(text);
  if (known) return known;
  if (names.size >= MOST_NAMES) return undefined;
  const name = `s${names.size}`;
  names.set(text, name);
  return name;
}
