import type { Insertable, Kysely, Selectable } from 'kysely';
import type { Mode } from '../../../contract/mode.ts';
import type { DataKeyOwner } from '../../crypto/vault.ts';
import type { Database } from '../schema.ts';
import type { HitResolutionsTable } from '../screeningTables.ts';
import { dataKeyOwnerOf } from './dataKeyOwnerOf.ts';

type Db = Kysely<Database>;

/** A resolution, and the owner whose data key opens its note; `null` if there is none. */
export type RememberedResolution = Selectable<HitResolutionsTable> & { owner: DataKeyOwner | null };

export const hitResolutions = {
  /** Stores a resolution; it replaces an earlier one with the same key. */
  put: (db: Db, row: Insertable<HitResolutionsTable>): Promise<unknown> =>
    db
      .insertInto('hit_resolutions')
      .values(row)
      .onConflict((conflict) => conflict.column('key').doUpdateSet(row))
      .execute(),

  /** Deletes and returns some expired exceptions. */
  takeEnded: (db: Db, now: Date, limit: number): Promise<Selectable<HitResolutionsTable>[]> =>
    db
      .deleteFrom('hit_resolutions')
      .where('key', 'in', (of) =>
        of.selectFrom('hit_resolutions').select('key').where('holds_until', '<=', now).limit(limit),
      )
      .returningAll()
      .execute(),

  /** The newest resolutions for all customers with the same details. */
  findByPerson: async (db: Db, person: string): Promise<RememberedResolution[]> => {
    const rows = await db
      .selectFrom('hit_resolutions')
      .selectAll()
      .where('person', '=', person)
      .orderBy('resolved_at', 'desc')
      .limit(MAX_OF_PERSON)
      .execute();
    return await withOwners(db, rows);
  },

  /** False positives that have not ended, in order of their end, starting after an end and a key. */
  exceptions: async (
    db: Db,
    mode: Mode,
    { now, after, limit }: { now: Date; after: { until: Date; key: string } | null; limit: number },
  ): Promise<RememberedResolution[]> => {
    let query = db
      .selectFrom('hit_resolutions')
      .selectAll()
      .where('mode', '=', mode)
      .where('holds_until', '>', now);
    if (after)
      query = query.where((on) =>
        on.or([
          on('holds_until', '>', after.until),
          on.and([on('holds_until', '=', after.until), on('key', '>', after.key)]),
        ]),
      );
    return await withOwners(db, await query.orderBy('holds_until').orderBy('key').limit(limit).execute());
  },

  /** Deletes the resolutions of screenings without a case. */
  deleteOfScreenings: async (db: Db, ids: readonly string[]): Promise<void> => {
    if (ids.length > 0) await db.deleteFrom('hit_resolutions').where('screening_id', 'in', ids).execute();
  },
};

/** More decisions for customers with one name and date of birth are not looked at. */
const MAX_OF_PERSON = 1000;

async function withOwners(db: Db, rows: Selectable<HitResolutionsTable>[]): Promise<RememberedResolution[]> {
  const owners = new Map<string, DataKeyOwner | null>();
  // One by one: cases may be in different partitions, and few people have more than one.
  for (const { case_id, screening_id, note } of rows) {
    const id = case_id ?? screening_id;
    if (id && note && !owners.has(id)) owners.set(id, await dataKeyOwnerOf(db, id));
  }
  return rows.map((row) => ({ ...row, owner: owners.get(row.case_id ?? row.screening_id ?? '') ?? null }));
}
