import type { Kysely } from 'kysely';
import type { Database } from '../schema.ts';
import type { PgConnection } from './pgConnection.ts';

interface Shared {
  session: Promise<PgConnection>;
  /** Statements whose answer has not come. */
  waiting: number;
}

/** The connections to PostgreSQL, for what Kysely does not do: to send a statement before the one before is answered. */
export class PgConnections {
  /** Takes a connection, to be given back by its `release`. */
  readonly connect: () => Promise<PgConnection>;
  #shared: Shared | null = null;

  constructor(connect: () => Promise<PgConnection>) {
    this.connect = connect;
  }

  /**
   * Sends a statement by key that locks nothing. All that come at once share a connection: those of one turn of the event
   * loop go out as one write, and are answered in order.
   */
  async pipelinedRead<Row>(sql: string, values: unknown[]): Promise<{ rows: Row[] }> {
    this.#shared ??= { session: this.connect(), waiting: 0 };
    const shared = this.#shared;
    shared.waiting++;
    try {
      const session = await shared.session;
      session.cork();
      return await session.query<Row>(sql, values);
    } catch (error) {
      // The connection may be broken: the next caller takes another one.
      this.#leave(shared);
      throw error;
    } finally {
      if (--shared.waiting === 0) {
        this.#leave(shared);
        shared.session.then((session) => session.release()).catch(() => {});
      }
    }
  }

  #leave(shared: Shared): void {
    if (this.#shared === shared) this.#shared = null;
  }
}

const known = new WeakMap<object, PgConnections>();

/** `undefined` for the embedded database, which has one connection, and within a transaction. */
export function pgConnectionsOf(db: Kysely<Database>): PgConnections | undefined {
  return known.get(db);
}

export function setPgConnections(db: Kysely<Database>, connections: PgConnections): void {
  known.set(db, connections);
}
