import type { Insertable, Kysely, Selectable, Updateable } from 'kysely';
import type { Mode } from '../../../contract/mode.ts';
import type { ListAudit } from '../../../contract/review.ts';
import { idAfter, idFloor } from '../idRange.ts';
import type { AuditLogTable, Database } from '../schema.ts';

type Db = Kysely<Database>;
export type AuditFilter = Omit<ListAudit, 'cursor'>;
export type AuditRow = Selectable<AuditLogTable>;

export const auditLog = {
  insert: (db: Db, row: Insertable<AuditLogTable>): Promise<unknown> =>
    db.insertInto('audit_log').values(row).execute(),

  /** Newest first, starting after the id `before`. */
  list: (db: Db, mode: Mode, filter: AuditFilter, before: string | null): Promise<AuditRow[]> => {
    let query = db.selectFrom('audit_log').selectAll().where('mode', '=', mode);
    if (before) query = query.where('id', '<', before);
    if (filter.subject !== undefined) query = query.where('case_id', '=', filter.subject);
    const { actor } = filter;
    if (actor !== undefined) {
      query = query.where((of) => of.or([of('key_id', '=', actor), of('key_id', 'like', `${actor}/%`)]));
    }
    if (filter.createdAfter) query = query.where('id', '>=', idAfter('log', filter.createdAfter));
    if (filter.createdBefore) query = query.where('id', '<', idFloor('log', new Date(filter.createdBefore)));
    return query.orderBy('id', 'desc').limit(filter.limit).execute();
  },

  /** Lines about reviewers' decisions on a case, oldest first. */
  decisionsOf: (db: Db, caseId: string): Promise<AuditRow[]> =>
    db
      .selectFrom('audit_log')
      .selectAll()
      .where('case_id', '=', caseId)
      .where('action', 'like', 'decide %')
      .orderBy('id')
      .execute(),

  /** Unlinked lines that were not refused, oldest first. */
  unlinked: (db: Db, limit: number): Promise<AuditRow[]> =>
    db
      .selectFrom('audit_log')
      .selectAll()
      .where('position', 'is', null)
      .where('refused', '=', false)
      .orderBy('id')
      .limit(limit)
      .execute(),

  /** All unlinked lines, the refused ones first. */
  waiting: (db: Db, limit: number): Promise<AuditRow[]> =>
    db
      .selectFrom('audit_log')
      .selectAll()
      .where('position', 'is', null)
      .orderBy('refused', 'desc')
      .orderBy('id')
      .limit(limit)
      .execute(),

  /** Unlinked lines after an id. */
  waitingAfter: (db: Db, id: string, limit: number): Promise<AuditRow[]> =>
    db
      .selectFrom('audit_log')
      .selectAll()
      .where('position', 'is', null)
      .where('id', '>', id)
      .orderBy('id')
      .limit(limit)
      .execute(),

  /** The last line of the chain. */
  last: (db: Db): Promise<AuditRow | undefined> =>
    db
      .selectFrom('audit_log')
      .selectAll()
      .where('position', 'is not', null)
      .orderBy('position', 'desc')
      .limit(1)
      .executeTakeFirst(),

  head: async (db: Db): Promise<Uint8Array | null> =>
    (await db.selectFrom('audit_head').select('sealed').executeTakeFirst())?.sealed ?? null,

  setHead: async (db: Db, sealed: Uint8Array): Promise<void> => {
    const { numUpdatedRows } = await db.updateTable('audit_head').set({ sealed }).executeTakeFirst();
    if (numUpdatedRows === 0n) await db.insertInto('audit_head').values({ sealed }).execute();
  },

  update: (db: Db, id: string, set: Updateable<AuditLogTable>): Promise<unknown> =>
    db.updateTable('audit_log').set(set).where('id', '=', id).execute(),

  /** Lines of the chain after a position, in order. */
  after: (db: Db, position: number, limit: number): Promise<AuditRow[]> =>
    db
      .selectFrom('audit_log')
      .selectAll()
      .where('position', '>', position)
      .orderBy('position')
      .limit(limit)
      .execute(),
};
