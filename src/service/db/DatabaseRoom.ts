import { type Kysely, sql } from 'kysely';
import { isDiskFull } from './isDiskFull.ts';
import type { Database } from './schema.ts';

/** What a trial sorts, and with how little memory: some megabytes on the disk, and no table is touched. */
const ROWS = 100_000;
const MEMORY = '64kB';

/** Whether the disk of PostgreSQL has room, as far as its answers tell; a trial is made only once it had none. */
export class DatabaseRoom {
  #isFull = false;

  /** Told of every statement that failed. */
  note(error: unknown): void {
    this.#isFull ||= isDiskFull(error);
  }

  async isFull(db: Kysely<Database>): Promise<boolean> {
    if (!this.#isFull) return false;
    try {
      await db.transaction().execute(async (tx) => {
        await sql`set local work_mem = ${sql.lit(MEMORY)}`.execute(tx);
        await sql`select count(*) from (
          select n from generate_series(1, ${sql.lit(ROWS)}) n order by md5(n::text)) sorted`.execute(tx);
      });
      this.#isFull = false;
    } catch (error) {
      if (!isDiskFull(error)) throw error;
    }
    return this.#isFull;
  }
}
