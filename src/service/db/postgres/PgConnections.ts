import type { Kysely } from 'kysely';
import type { Database } from '../schema.ts';
import type { PgConnection } from './pgConnection.ts';

interface Shared {
  connection: Promise<PgConnection>;
  /** Number of statements without a response. */
  waiting: number;
}

/** The connections to PostgreSQL, for pipelining, which Kysely does not support. */
export class PgConnections {
  /** Takes a connection from the pool; return it with `release`. */
  readonly connect: () => Promise<PgConnection>;
  #shared: Shared | null = null;

  constructor(connect: () => Promise<PgConnection>) {
    this.connect = connect;
  }

  /**
   * Sends a look-up by key without locks. All look-ups in the same event-loop turn share a connection, go out as one
   * write, and are answered in order.
   */
  async pipelinedRead<Row>(sql: string, values: unknown[]): Promise<{ rows: Row[] }> {
    this.#shared ??= { connection: this.connect(), waiting: 0 };
    const shared = this.#shared;
    shared.waiting++;
    try {
      const connection = await shared.connection;
      connection.cork();
      return await connection.query<Row>(sql, values);
    } catch (error) {
      // The connection may be broken: later callers take another one.
      this.#leave(shared);
      throw error;
    } finally {
      if (--shared.waiting === 0) {
        this.#leave(shared);
        // A connection that never opened has nothing to release, and its callers have the error.
        shared.connection.then((connection) => connection.release()).catch(() => {});
      }
    }
  }

  #leave(shared: Shared): void {
    if (this.#shared === shared) this.#shared = null;
  }
}

const registry = new WeakMap<object, PgConnections>();

/** `undefined` for the embedded database, which has one connection, and within a transaction. */
export function pgConnectionsOf(db: Kysely<Database>): PgConnections | undefined {
  return registry.get(db);
}

export function setPgConnections(db: Kysely<Database>, connections: PgConnections): void {
  registry.set(db, connections);
}
