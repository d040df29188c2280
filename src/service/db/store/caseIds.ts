import { type CompiledQuery, type Kysely, sql } from 'kysely';
import type { Database } from '../schema.ts';

type Db = Kysely<Database>;

/** Finds the case of a check, screening, event or session key. */
export const caseIds = {
  /** Notes of which case a check, a screening, or a session key by its hash is. */
  insert: (db: Db, id: string, caseId: string): Promise<unknown> =>
    db.executeQuery(caseIds.insertion(db, id, caseId)),

  insertion: (db: Db, id: string, caseId: string): CompiledQuery =>
    sql`insert into case_ids (id, case_id) values (${id}, ${caseId})`.compile(db),

  /** @returns an empty text where there is no such thing, or it belongs to no case. */
  find: async (db: Db, id: string): Promise<string> =>
    (await db.selectFrom('case_ids').select('case_id').where('id', '=', id).executeTakeFirst())?.case_id ??
    '',

  /** The same for an event. */
  findOfEvent: async (db: Db, id: string): Promise<string> =>
    (await db.selectFrom('case_events').select('case_id').where('id', '=', id).executeTakeFirst())?.case_id ??
    '',

  delete: async (db: Db, ids: readonly string[]): Promise<void> => {
    if (ids.length > 0) await db.deleteFrom('case_ids').where('id', 'in', ids).execute();
  },
};
