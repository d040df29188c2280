import type { Kysely } from 'kysely';
import type { Database } from '../db/schema.ts';
import { storedPictures } from '../db/store/storedPictures.ts';
import type { Log } from '../log.ts';
import { type PictureObject, type Pictures, timeOfObject } from './Pictures.ts';
import { PictureStoreAway } from './pictureStore.ts';

const BATCH = 100;
/** Deletions at once. */
const AT_ONCE = 8;
/**
 * Age from which an object without a row is an orphan: a day, much longer than an upload and its transaction may take, or
 * clocks may differ.
 */
export const ORPHAN_MS = 86_400_000;
/** The same once nodes store nothing in the bucket any more: what was under way then has ended. */
const LEFT_ORPHAN_MS = 3_600_000;

interface Needs {
  db: Kysely<Database>;
  clock: () => Date;
  log: Log;
  pictures: Pictures;
}

/**
 * Deletes objects whose rows are gone: erased, past their retention, replaced or moved.
 * @returns whether there are more.
 */
export async function deleteUnused(needs: Needs): Promise<boolean> {
  const { db, pictures } = needs;
  if (!pictures.hasStore) return false;
  const unused = await storedPictures.unused(db, BATCH);
  if (unused.length === 0) return false;
  const isDone = await whileReachable(needs, async () => {
    await deleteAll(needs, unused);
    await storedPictures.forgetUnused(
      db,
      unused.map(({ object }) => object),
    );
  });
  return isDone && unused.length === BATCH;
}

/** Where the search for orphans goes on. Another node begins anew, which costs a list and loses nothing. */
const reached = new WeakMap<Pictures, PictureObject>();

/**
 * Looks through a part of the bucket for orphans: objects of an upload whose transaction failed, or whose process died.
 * @returns whether there is more to look through.
 */
export async function sweepObjects(needs: Needs): Promise<boolean> {
  const { db, clock, log, pictures } = needs;
  if (!pictures.hasStore) return false;
  let hasMore = false;
  await whileReachable(needs, async () => {
    const found = await pictures.list(reached.get(pictures) ?? null);
    const last = found.at(-1);
    hasMore = last !== undefined;
    if (last) reached.set(pictures, last);
    else reached.delete(pictures);
    const until = clock().getTime() - ORPHAN_MS;
    const old = found.filter(({ object }) => timeOfObject(object) < until);
    const named = await storedPictures.named(db, old);
    const orphans = old.filter(({ object }) => !named.has(object));
    await deleteAll(needs, orphans);
    if (orphans.length > 0) log.info('orphans deleted', { count: orphans.length });
  });
  return hasMore;
}

/** Deletes the objects whose rows are gone, all of them. @throws {PictureStoreAway} */
export async function deleteAllUnused(needs: Needs): Promise<void> {
  for (;;) {
    const unused = await storedPictures.unused(needs.db, BATCH);
    if (unused.length === 0) return;
    await deleteAll(needs, unused);
    await storedPictures.forgetUnused(
      needs.db,
      unused.map(({ object }) => object),
    );
  }
}

/**
 * Deletes what is left in a bucket that takes no pictures any more: orphans, and at last its mark.
 * @returns how many objects have to stay for now: uploads of the last hour may still get their row.
 * @throws {PictureStoreAway}
 */
export async function emptyBucket(needs: Needs): Promise<number> {
  const { db, clock, pictures } = needs;
  await deleteAllUnused(needs);
  const until = clock().getTime() - LEFT_ORPHAN_MS;
  let left = 0;
  for (let after: PictureObject | null = null; ; ) {
    const found: PictureObject[] = await pictures.list(after);
    if (found.length === 0) break;
    const named = await storedPictures.named(db, found);
    const orphans = found.filter(({ object }) => !named.has(object) && timeOfObject(object) < until);
    await deleteAll(needs, orphans);
    left += found.length - orphans.length;
    after = found.at(-1)!;
  }
  if (left === 0) await pictures.unmark();
  return left;
}

async function deleteAll({ pictures }: Needs, objects: readonly PictureObject[]): Promise<void> {
  const left = [...objects];
  const worker = async () => {
    for (let next = left.pop(); next; next = left.pop()) await pictures.delete(next.case_id, next.object);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
}

/** @returns whether the store could be reached; if not, the next run tries again. */
async function whileReachable({ log }: Needs, work: () => Promise<void>): Promise<boolean> {
  try {
    await work();
    return true;
  } catch (error) {
    if (!(error instanceof PictureStoreAway)) throw error;
    log.warn('picture store away', { detail: error.message });
    return false;
  }
}
