import { type Insertable, type Kysely, type Selectable, sql } from 'kysely';
import type { Mode } from '../../../contract/mode.ts';
import type { Database } from '../schema.ts';
import type { AmlThresholdsTable } from '../screeningTables.ts';

type Db = Kysely<Database>;
type Row = Selectable<AmlThresholdsTable>;

export const amlThresholds = {
  /** Lets one transaction at a time add a version. */
  lock: (db: Db): Promise<unknown> => sql`lock table aml_thresholds in exclusive mode`.execute(db),

  insert: (db: Db, row: Insertable<AmlThresholdsTable>): Promise<Row> =>
    db.insertInto('aml_thresholds').values(row).returningAll().executeTakeFirstOrThrow(),

  /** Newest first, starting after the version `before`. */
  list: (db: Db, mode: Mode, { before, limit }: { before: number | null; limit: number }): Promise<Row[]> => {
    let query = db.selectFrom('aml_thresholds').selectAll().where('mode', '=', mode);
    if (before !== null) query = query.where('version', '<', before);
    return query.orderBy('version', 'desc').limit(limit).execute();
  },
};
