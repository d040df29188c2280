import type { Insertable, Kysely, Selectable } from 'kysely';
import type { Database } from '../schema.ts';
import type { HitResolutionsTable } from '../screeningTables.ts';

type Db = Kysely<Database>;

/** A resolution with the data key of the case it was said in. */
export type RememberedResolution = Selectable<HitResolutionsTable> & { data_key: Uint8Array | null };

export const hitResolutions = {
  /** Remembers a resolution; the newest for a key holds. */
  put: (db: Db, row: Insertable<HitResolutionsTable>): Promise<unknown> =>
    db
      .insertInto('hit_resolutions')
      .values(row)
      .onConflict((conflict) => conflict.column('key').doUpdateSet(row))
      .execute(),

  /** Those of some keys, and all of one person. */
  find: (db: Db, keys: string[], subject: string): Promise<RememberedResolution[]> =>
    db
      .selectFrom('hit_resolutions')
      .leftJoin('cases', 'cases.id', 'hit_resolutions.case_id')
      .selectAll('hit_resolutions')
      .select('cases.data_key')
      .where((on) => on.or([on('key', 'in', keys), on('subject', '=', subject)]))
      .execute(),
};
