import { type Kysely, sql } from 'kysely';
import type { Database } from '../../src/service/db/schema.ts';
import type { JobKind } from '../../src/service/jobs/jobs.ts';

/** Postpones the jobs of a kind that an action asks for by a day. Otherwise they begin at once. */
export async function holdJobs(
  db: Kysely<Database>,
  kind: JobKind,
  action: () => Promise<unknown>,
): Promise<void> {
  await sql`
    create function postpone() returns trigger language plpgsql
    as $$ begin new.run_at := new.run_at + interval '1 day'; return new; end $$`.execute(db);
  await sql`
    create trigger postpone before insert on jobs for each row
    when (new.kind = ${sql.lit(kind)}) execute function postpone()`.execute(db);
  try {
    await action();
  } finally {
    await sql`drop function postpone cascade`.execute(db);
  }
}

/** Lets the postponed jobs of a kind run. */
export async function releaseJobs(db: Kysely<Database>, kind: JobKind, now: Date): Promise<void> {
  await db.updateTable('jobs').set({ run_at: now }).where('kind', '=', kind).execute();
}
