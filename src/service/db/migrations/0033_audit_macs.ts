import { type Kysely, sql } from 'kysely';
import { auditMac } from '../../crypto/auditMac.ts';
import type { OpenVault } from '../openVault.ts';
import type { Database } from '../schema.ts';
import { auditLog } from '../store/auditLog.ts';

/** Adds a MAC to each audit line, computed when it is written, and a sealed record of the chain's count and head. */
export async function auditMacs(db: Kysely<Database>, openVault: OpenVault): Promise<void> {
  await sql`alter table audit_log add column mac text, add column refused boolean not null default false`.execute(
    db,
  );
  await sql`drop index audit_log_unlinked`.execute(db);
  await sql`create index audit_log_unlinked on audit_log (id) where position is null and not refused`.execute(
    db,
  );
  await sql`create table audit_head (sealed bytea not null)`.execute(db);
  for (;;) {
    const rows = await auditLog.withoutMac(db, BATCH);
    if (rows.length === 0) return;
    const vault = await openVault(db);
    for (const row of rows) await auditLog.update(db, row.id, { mac: auditMac(vault, row) });
  }
}

const BATCH = 500;
