import type { Kysely } from 'kysely';
import type { Database } from '../db/schema.ts';
import { type PictureTable, pictureTables, storedPictures } from '../db/store/storedPictures.ts';
import { type Pictures, type StoredPicture, timeOfObject } from './Pictures.ts';
import { PictureError } from './pictureStore.ts';
import { ORPHAN_MS } from './sweepObjects.ts';

interface Needs {
  db: Kysely<Database>;
  pictures: Pictures;
}

type Target = 's3' | 'database';

interface Moved {
  /** How many pictures were moved. */
  moved: number;
  /** Objects that are named by a row and missing in the bucket. */
  missing: number;
}

/** Cases at once. The pictures of so many are in memory. */
const CASES = 4;

/**
 * Moves all pictures into the bucket or into the database, while nodes run: new ones go there from the beginning. A picture
 * is stored there first, and then its row is changed, if it still is as it was read. Whatever an interruption leaves behind
 * is an orphan, or waits for its deletion; another run continues.
 * @param report called after each case.
 * @throws {PictureStoreAway}
 */
export async function movePictures(
  { db, pictures }: Needs,
  to: Target,
  report: (moved: number, of: number) => void,
): Promise<Moved> {
  // A bucket that was left has no mark any more.
  if (to === 's3') await pictures.mark();
  await storedPictures.setTakes(db, { takes_pictures: to === 's3' });
  const from = to === 's3' ? 'sealed' : 'object';
  const all: Moved = { moved: 0, missing: 0 };
  const counts = await Promise.all(pictureTables.map((table) => storedPictures.count(db, table, from)));
  const total = counts.reduce((sum, count) => sum + count, 0);
  // Again, for captures that were under way when it began, and what could not be moved then.
  for (let before = -1; all.moved > before; ) {
    before = all.moved;
    all.missing = 0;
    for (const table of pictureTables)
      for await (const { moved, missing } of moveTable({ db, pictures }, { table, to, from })) {
        all.moved += moved;
        all.missing += missing;
        report(all.moved, total);
      }
  }
  return all;
}

async function* moveTable(
  needs: Needs,
  { table, to, from }: { table: PictureTable; to: Target; from: 'sealed' | 'object' },
): AsyncGenerator<Moved> {
  for (let after = ''; ; ) {
    const caseIds = await storedPictures.casesWith(needs.db, { table, from, after, limit: CASES });
    const last = caseIds.at(-1);
    if (last === undefined) return;
    yield* await Promise.all(caseIds.map((id) => moveOfCase(needs, { table, to, id })));
    after = last;
  }
}

async function moveOfCase(
  needs: Needs,
  { table, to, id }: { table: PictureTable; to: Target; id: string },
): Promise<Moved> {
  const all: Moved = { moved: 0, missing: 0 };
  for (const row of await storedPictures.ofCase(needs.db, table, id)) {
    try {
      const move = to === 's3' ? intoBucket : intoDatabase;
      if (await move(needs, table, { id, ...row })) all.moved++;
    } catch (error) {
      if (!(error instanceof PictureError)) throw error;
      all.missing++;
    }
  }
  return all;
}

async function intoBucket(
  { db, pictures }: Needs,
  table: PictureTable,
  { id, sealed }: StoredPicture & { id: string },
): Promise<boolean> {
  if (!sealed) return false;
  const object = await pictures.putSealed(id, sealed);
  const until = new Date(timeOfObject(object) + ORPHAN_MS / 2);
  if (await storedPictures.replaceByObject(db, table, { case_id: id, sealed, object, until })) return true;
  // The row was deleted or replaced meanwhile, or this process was suspended for long.
  await pictures.delete(id, object);
  return false;
}

async function intoDatabase(
  { db, pictures }: Needs,
  table: PictureTable,
  { id, object }: StoredPicture & { id: string },
): Promise<boolean> {
  if (object === null) return false;
  const sealed = await pictures.getSealed(id, object);
  return await db
    .transaction()
    .execute((tx) => storedPictures.replaceBySealed(tx, table, { case_id: id, sealed, object }));
}
