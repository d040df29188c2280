import { type Kysely, sql } from 'kysely';
import type { Database } from '../schema.ts';

/** Each line of the audit log gets a place in a chain, and a link that names all before it. */
export async function auditChain(db: Kysely<Database>): Promise<void> {
  await sql`alter table audit_log add column position integer unique, add column link text`.execute(db);
  await sql`create index audit_log_unlinked on audit_log (id) where position is null`.execute(db);
}
