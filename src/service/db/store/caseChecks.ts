import { type Insertable, type Kysely, type Selectable, sql, type Updateable } from 'kysely';
import type { Mode } from '../../../contract/mode.ts';
import type { Database } from '../schema.ts';
import { caseIds } from './caseIds.ts';
import { quarantine } from './quarantine.ts';

type Db = Kysely<Database>;
type Tables = Pick<Database, 'credential_checks' | 'document_checks' | 'selfie_checks'>;

/** The primary key of a check. */
export interface CheckKey {
  id: string;
  case_id: string;
}

/** What the tables of checks have in common: each check belongs to a case, and is found by its id. */
export function caseChecks<Name extends keyof Tables>(name: Name) {
  type Row = Selectable<Tables[Name]>;
  const table = sql.table(name);
  // The types of Kysely allow no statement over one of several tables.
  const plain = (db: Db) => db as unknown as Kysely<{ checks: CheckKey }>;
  const checks = name as string as 'checks';
  const findByKey = async (db: Db, { id, case_id }: CheckKey) => {
    const found = await sql<
      Row & { mode: Mode }
    >`select * from ${table} where case_id = ${case_id} and id = ${id}`.execute(db);
    return found.rows[0];
  };
  return {
    insert: async (db: Db, row: Insertable<Tables[Name]> & CheckKey): Promise<Row> => {
      await caseIds.insert(db, row.id, row.case_id);
      const inserted = await plain(db)
        .insertInto(checks)
        .values(row)
        .returningAll()
        .executeTakeFirstOrThrow();
      return inserted as Row;
    },

    find: async (db: Db, mode: Mode, id: string): Promise<Row | undefined> => {
      const row = await findByKey(db, { id, case_id: await caseIds.find(db, id) });
      return row?.mode === mode ? row : undefined;
    },

    /** The check of a known case. */
    findByKey,

    update: async (db: Db, { id, case_id }: CheckKey, set: Updateable<Tables[Name]>): Promise<Row> => {
      const updated = await plain(db)
        .updateTable(checks)
        .set(set as Partial<CheckKey>)
        .where('case_id', '=', case_id)
        .where('id', '=', id)
        .returningAll()
        .executeTakeFirstOrThrow();
      return updated as Row;
    },
  };
}

/** The same for checks that are answered by a capture. */
export function captureChecks<Name extends 'document_checks' | 'selfie_checks'>(name: Name) {
  return {
    ...caseChecks(name),

    /** Ends the checks of a case that still wait for their capture. */
    expireOpen: async (db: Db, caseId: string): Promise<void> => {
      await sql`
        update ${sql.table(name)} set status = 'expired'
        where case_id = ${caseId} and status = 'requires_capture'`.execute(db);
    },

    /** Checks that expired before their capture arrived, the earliest first. */
    overdue: async (db: Db, now: Date, limit: number): Promise<CheckKey[]> => {
      const { rows } = await sql<CheckKey>`
        select id, case_id from ${sql.table(name)} where status = 'requires_capture' and expires_at <= ${now}
        order by expires_at limit ${limit}`.execute(db);
      return rows;
    },

    /** Ends a check that is expired and still waits for its capture. @returns whether it did. */
    expire: async (db: Db, { id, case_id }: CheckKey, now: Date): Promise<boolean> => {
      const { numAffectedRows } = await sql`
        update ${sql.table(name)} set status = 'expired'
        where case_id = ${case_id} and id = ${id} and status = 'requires_capture' and expires_at <= ${now}
          and ${quarantine.isOut('expire_challenges', `${name}.id`, now)}`.execute(db);
      return numAffectedRows! > 0n;
    },
  };
}
