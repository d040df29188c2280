import type { Insertable, Kysely, Selectable, Updateable } from 'kysely';
import type { Mode } from '../../../contract/mode.ts';
import type { ListAudit } from '../../../contract/review.ts';
import { idAfter, idFloor } from '../idRange.ts';
import type { AuditLogTable, Database } from '../schema.ts';

type Db = Kysely<Database>;
const EMPTY = new Uint8Array();
export type AuditFilter = Omit<ListAudit, 'cursor'> & {
  /** Beginnings of actions, of which one has to match. */
  actions?: readonly string[] | undefined;
  /** Leaves out who looked at what. */
  hidesViews?: boolean | undefined;
};
export type AuditRow = Selectable<AuditLogTable>;

/** A text as the beginning of a pattern of LIKE. */
const likePrefix = (text: string) => text.replace(/[\\%_]/g, '\\$&');

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
    const { actions } = filter;
    if (actions)
      query = query.where((of) =>
        of.or(actions.map((action) => of('action', 'like', `${likePrefix(action)}%`))),
      );
    if (filter.hidesViews)
      query = query.where('action', 'not like', 'see %').where('action', '!=', 'open case');
    if (filter.createdAfter) query = query.where('id', '>=', idAfter('log', filter.createdAfter));
    if (filter.createdBefore) query = query.where('id', '<', idFloor('log', new Date(filter.createdBefore)));
    return query.orderBy('id', 'desc').limit(filter.limit).execute();
  },

  /** Whether somebody did something with a case since a time. */
  hasSince: async (
    db: Db,
    { caseId, actor, action, since }: { caseId: string; actor: string; action: string; since: Date },
  ): Promise<boolean> => {
    const row = await db
      .selectFrom('audit_log')
      .select('id')
      .where('case_id', '=', caseId)
      .where('id', '>=', idFloor('log', since))
      .where('key_id', '=', actor)
      .where('action', '=', action)
      .executeTakeFirst();
    return row !== undefined;
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

  /** The number of rows up to a position, also of those without one. */
  countUpTo: async (db: Db, position: number): Promise<number> => {
    const { count } = await db
      .selectFrom('audit_log')
      .select(({ fn }) => fn.countAll<string>().as('count'))
      .where((of) => of.or([of('position', '<=', position), of('position', 'is', null)]))
      .executeTakeFirstOrThrow();
    return Number(count);
  },

  /** The line at a position. */
  at: (db: Db, position: number): Promise<AuditRow | undefined> =>
    db.selectFrom('audit_log').selectAll().where('position', '=', position).executeTakeFirst(),

  head: async (db: Db): Promise<Uint8Array | null> =>
    (await db.selectFrom('audit_head').select('sealed').executeTakeFirst())?.sealed ?? null,

  /** The head, locked until the transaction ends: nobody else appends a line. `null` before the first line. */
  lockHead: async (tx: Db): Promise<Uint8Array | null> => {
    await tx
      .insertInto('audit_head')
      .values({ sealed: EMPTY })
      .onConflict((conflict) => conflict.column('one').doNothing())
      .execute();
    const { sealed } = await tx
      .selectFrom('audit_head')
      .select('sealed')
      .forUpdate()
      .executeTakeFirstOrThrow();
    return sealed.length === 0 ? null : sealed;
  },

  setHead: async (db: Db, sealed: Uint8Array): Promise<void> => {
    await db
      .insertInto('audit_head')
      .values({ sealed })
      .onConflict((conflict) => conflict.column('one').doUpdateSet({ sealed }))
      .execute();
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
