import { type Kysely, sql } from 'kysely';
import type { Database } from '../schema.ts';

/** Adds to each audit line its position in a chain, and a link computed from the line and all lines before it. */
export async function auditChain(db: Kysely<Database>): Promise<void> {
  await sql`alter table audit_log add column position integer unique, add column link text`.execute(db);
  await sql`create index audit_log_unlinked on audit_log (id) where position is null`.execute(db);
}
