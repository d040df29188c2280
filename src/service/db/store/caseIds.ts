import { type CompiledQuery, type Kysely, sql } from 'kysely';
import type { Database } from '../schema.ts';

type Db = Kysely<Database>;

/** Finds the case of a check, screening, event or session key. */
export const caseIds = {
  /** Records the case of a check, of a screening, or of a session key by its hash. */
  insert: (db: Db, id: string, caseId: string): Promise<unknown> =>
    db.executeQuery(caseIds.insertion(db, id, caseId)),

  insertion: (db: Db, id: string, caseId: string): CompiledQuery =>
    sql`insert into case_ids (id, case_id) values (${id}, ${caseId})`.compile(db),

  /** @returns an empty text if the id is unknown, or belongs to no case. */
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
