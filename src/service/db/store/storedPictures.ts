import { type Kysely, sql } from 'kysely';
import type { PictureColumns, PictureObjectsTable } from '../pictureTables.ts';
import type { Database } from '../schema.ts';

type Db = Kysely<Database>;
/** An object that a row names or named. */
type Named = Pick<PictureObjectsTable, 'case_id' | 'object'>;

/** The tables whose rows have a picture, sealed in the row or as an object. */
export const pictureTables = [
  'selfie_frames',
  'selfie_trails',
  'reference_images',
  'document_pictures',
] as const;
export type PictureTable = (typeof pictureTables)[number];

/** Rows that one statement counts. */
const COUNTED_AT_ONCE = 50_000;

/** The random beginning of a sealed value, and its tag. */
const SEAL_HEAD_BYTES = 28;

export const storedPictures = {
  /** Deletes the pictures of cases. Their objects are deleted after the commit, by a sweep. */
  deleteOfCases: async (
    db: Db,
    caseIds: readonly string[],
    tables: readonly PictureTable[] = pictureTables,
  ): Promise<void> => {
    if (caseIds.length === 0) return;
    for (const table of tables) {
      const rows = await db
        .deleteFrom(table)
        .where('case_id', 'in', caseIds)
        .returning(['case_id', 'object'])
        .execute();
      await storedPictures.noteUnused(db, rows);
    }
  },

  /** Notes objects that no row names any more. */
  noteUnused: async (db: Db, rows: readonly { case_id: string; object: string | null }[]): Promise<void> => {
    const unused = rows.flatMap(({ case_id, object }) => (object === null ? [] : [{ case_id, object }]));
    if (unused.length > 0)
      await db
        .insertInto('objects_to_delete')
        .values(unused)
        .onConflict((conflict) => conflict.doNothing())
        .execute();
  },

  /** Those after one, in order. */
  unused: (db: Db, { after, limit }: { after: string; limit: number }): Promise<Named[]> =>
    db
      .selectFrom('objects_to_delete')
      .select(['case_id', 'object'])
      .where('object', '>', after)
      .orderBy('object')
      .limit(limit)
      .execute(),

  countUnused: async (db: Db): Promise<number> => {
    const { count } = await db
      .selectFrom('objects_to_delete')
      .select((query) => query.fn.countAll().as('count'))
      .executeTakeFirstOrThrow();
    return Number(count);
  },

  forgetUnused: async (db: Db, objects: readonly Named[]): Promise<void> => {
    if (objects.length === 0) return;
    const names = objects.map(({ object }) => object);
    await db.deleteFrom('objects_to_delete').where('object', 'in', names).execute();
  },

  /** Those of some objects that a row names. */
  named: async (db: Db, objects: readonly Named[]): Promise<ReadonlySet<string>> => {
    if (objects.length === 0) return new Set();
    const cases = sql.join([...new Set(objects.map(({ case_id }) => case_id))]);
    const names = sql.join(objects.map(({ object }) => object));
    const ofTable = (table: PictureTable) =>
      sql`select object from ${sql.table(table)} where case_id in (${cases}) and object in (${names})`;
    const { rows } = await sql<{ object: string }>`${sql.join(
      pictureTables.map(ofTable),
      sql` union all `,
    )}`.execute(db);
    return new Set(rows.map(({ object }) => object));
  },

  /** How many pictures are in their rows (`sealed`), or in the bucket (`object`). */
  count: async (db: Db, table: PictureTable, from: 'sealed' | 'object'): Promise<number> => {
    let count = 0;
    // In parts: no statement may take longer than others of the service.
    for (let after = ''; ; ) {
      const { rows } = await sql<{ count: number; last: string | null }>`
        with page as (
          select case_id from ${sql.table(table)} where ${sql.ref(from)} is not null and case_id > ${after}
          order by case_id limit ${COUNTED_AT_ONCE}),
        ends as (select max(case_id) as last from page)
        select last, (select count(*)::int from ${sql.table(table)}, ends
          where ${sql.ref(from)} is not null and case_id > ${after} and case_id <= last) as count
        from ends`.execute(db);
      const { last, count: more } = rows[0]!;
      if (last === null) return count;
      count += more;
      after = last;
    }
  },

  /** Cases with such pictures, in order. */
  casesWith: async (
    db: Db,
    {
      table,
      from,
      after,
      limit,
    }: { table: PictureTable; from: 'sealed' | 'object'; after: string; limit: number },
  ): Promise<string[]> => {
    const { rows } = await sql<{ id: string }>`
      select distinct case_id as id from ${sql.table(table)}
      where ${sql.ref(from)} is not null and case_id > ${after} order by case_id limit ${limit}`.execute(db);
    return rows.map(({ id }) => id);
  },

  ofCase: (db: Db, table: PictureTable, caseId: string): Promise<PictureColumns[]> =>
    db.selectFrom(table).select(['sealed', 'object']).where('case_id', '=', caseId).execute(),

  /** An object that a row names; `null`: none does. */
  anyNamed: async (db: Db): Promise<Named | null> => {
    for (const table of pictureTables) {
      const row = await db
        .selectFrom(table)
        .select(['case_id', 'object'])
        .where('object', 'is not', null)
        .limit(1)
        .executeTakeFirst();
      if (row?.object) return { case_id: row.case_id, object: row.object };
    }
    return null;
  },

  /**
   * Not after `until`, by the clock of the database: a sweep may have taken the object for an orphan.
   * @returns whether the row was still there, with this picture: a seal begins with its own random bytes.
   */
  replaceByObject: async (
    db: Db,
    table: PictureTable,
    { case_id, sealed, object, until }: { case_id: string; sealed: Uint8Array; object: string; until: Date },
  ): Promise<boolean> => {
    const head = sealed.subarray(0, SEAL_HEAD_BYTES);
    const { numAffectedRows } = await sql`
      update ${sql.table(table)} set sealed = null, object = ${object}
      where case_id = ${case_id} and substring(sealed from 1 for ${SEAL_HEAD_BYTES}) = ${head}
        and clock_timestamp() < ${until}`.execute(db);
    return numAffectedRows === 1n;
  },

  /** @returns whether the row was still there, with this object, which is then deleted by a sweep. */
  replaceBySealed: async (
    tx: Db,
    table: PictureTable,
    { case_id, sealed, object }: { case_id: string; sealed: Uint8Array; object: string },
  ): Promise<boolean> => {
    const { numAffectedRows } = await sql`
      update ${sql.table(table)} set sealed = ${sealed}, object = null
      where case_id = ${case_id} and object = ${object}`.execute(tx);
    if (numAffectedRows !== 1n) return false;
    await storedPictures.noteUnused(tx, [{ case_id, object }]);
    return true;
  },

  /** Whether new pictures go to the bucket: not once they are moved back into the database. */
  takes: async (db: Db): Promise<boolean> =>
    (await db.selectFrom('picture_store').select('takes_pictures').executeTakeFirst())?.takes_pictures ??
    false,

  setTakes: (db: Db, store: { takes_pictures: boolean }): Promise<unknown> =>
    db.updateTable('picture_store').set(store).execute(),

  /** The id under which the objects of this database are stored; `null` if none ever was. */
  storeId: async (db: Db): Promise<string | null> =>
    (await db.selectFrom('picture_store').select('id').executeTakeFirst())?.id ?? null,

  /** Records the id, unless another node has recorded one. @returns the recorded one. */
  noteStore: (db: Db, id: string): Promise<string> =>
    db.transaction().execute(async (tx) => {
      await tx.selectFrom('root_keys').select('master_key_id').forUpdate().execute();
      const stored = await storedPictures.storeId(tx);
      if (stored === null) await tx.insertInto('picture_store').values({ id }).execute();
      return stored ?? id;
    }),
};
