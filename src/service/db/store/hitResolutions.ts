import type { Insertable, Kysely, Selectable } from 'kysely';
import type { Database } from '../schema.ts';
import type { HitResolutionsTable } from '../screeningTables.ts';
import { cases } from './cases.ts';

type Db = Kysely<Database>;

/** A resolution with the data key of the case it was said in, if that opens something. */
export type RememberedResolution = Selectable<HitResolutionsTable> & { data_key: Uint8Array | null };

export const hitResolutions = {
  /** Remembers a resolution; the newest for a key holds. */
  put: (db: Db, row: Insertable<HitResolutionsTable>): Promise<unknown> =>
    db
      .insertInto('hit_resolutions')
      .values(row)
      .onConflict((conflict) => conflict.column('key').doUpdateSet(row))
      .execute(),

  /** Forgets some whose time is over. */
  takeEnded: (db: Db, now: Date, limit: number): Promise<Selectable<HitResolutionsTable>[]> =>
    db
      .deleteFrom('hit_resolutions')
      .where('key', 'in', (of) =>
        of.selectFrom('hit_resolutions').select('key').where('holds_until', '<=', now).limit(limit),
      )
      .returningAll()
      .execute(),

  /** Those of some keys, and all of one person. */
  find: async (db: Db, keys: string[], subject: string): Promise<RememberedResolution[]> => {
    const rows = await db
      .selectFrom('hit_resolutions')
      .selectAll()
      .where((on) => on.or([on('key', 'in', keys), on('subject', '=', subject)]))
      .execute();
    const dataKeys = new Map<string, Uint8Array | null>();
    // One by one: each case may be somewhere else, and few people have more than one.
    for (const { case_id, note } of rows)
      if (case_id && note && !dataKeys.has(case_id)) dataKeys.set(case_id, await cases.dataKey(db, case_id));
    return rows.map((row) => ({ ...row, data_key: dataKeys.get(row.case_id ?? '') ?? null }));
  },
};
