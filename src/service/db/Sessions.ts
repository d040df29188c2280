import type { Kysely } from 'kysely';
import type { Database } from './schema.ts';
import type { Session } from './session.ts';

interface Shared {
  session: Promise<Session>;
  /** Statements whose answer has not come. */
  waiting: number;
}

/** The connections to PostgreSQL, for what Kysely does not do: to send a statement before the one before is answered. */
export class Sessions {
  /** Takes a connection, to be given back by its `release`. */
  readonly connect: () => Promise<Session>;
  #shared: Shared | null = null;

  constructor(connect: () => Promise<Session>) {
    this.connect = connect;
  }

  /**
   * Sends a statement by key that locks nothing. All that come at once share a connection: those of one turn of the event
   * loop go out as one write, and are answered in order.
   */
  async lookUp<Row>(sql: string, values: unknown[]): Promise<{ rows: Row[] }> {
    this.#shared ??= { session: this.connect(), waiting: 0 };
    const shared = this.#shared;
    shared.waiting++;
    try {
      const session = await shared.session;
      session.gather();
      return await session.query<Row>(sql, values);
    } catch (error) {
      // It may be broken: whoever comes next takes another.
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

const known = new WeakMap<object, Sessions>();

/** `undefined` for the embedded database, which has one connection, and within a transaction. */
export function sessionsOf(db: Kysely<Database>): Sessions | undefined {
  return known.get(db);
}

export function setSessions(db: Kysely<Database>, sessions: Sessions): void {
  known.set(db, sessions);
}
