import type { Insertable, Kysely } from 'kysely';
import type { AuditLogTable, Database } from '../schema.ts';

export const auditLog = {
  insert: (db: Kysely<Database>, row: Insertable<AuditLogTable>): Promise<unknown> =>
    db.insertInto('audit_log').values(row).execute(),
};
