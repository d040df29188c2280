import type { Kysely } from 'kysely';
import type { Database } from '../db/schema.ts';
import { storedPictures } from '../db/store/storedPictures.ts';
import type { Log } from '../log.ts';
import { settleEach } from '../objects/settleEach.ts';
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

/** Behind which the deletions go on, as one that fails must not keep the others. Another node begins anew, and loses nothing. */
const failedUntil = new WeakMap<Pictures, string>();

/**
 * Deletes objects whose rows are gone: erased, past their retention, replaced or moved.
 * @returns whether there are more.
 */
export async function deleteUnused(needs: Needs): Promise<boolean> {
  const { db, log, pictures } = needs;
  if (!pictures.hasStore) return false;
  const after = failedUntil.get(pictures) ?? '';
  failedUntil.delete(pictures);
  const unused = await storedPictures.unused(db, { after, limit: BATCH });
  const { done, failed } = await deleteEach(needs, unused);
  await storedPictures.forgetUnused(db, done);
  const last = failed.at(-1);
  if (!last) return unused.length === BATCH;
  failedUntil.set(pictures, last.item.object);
  if (!(last.error instanceof PictureStoreAway)) throw last.error;
  log.warn('picture store away', { detail: last.error.message, count: failed.length });
  return done.length > 0 && unused.length === BATCH;
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
  let failure: unknown;
  for (let after = ''; ; ) {
    const unused = await storedPictures.unused(needs.db, { after, limit: BATCH });
    if (unused.length === 0) break;
    const { done, failed } = await deleteEach(needs, unused);
    await storedPictures.forgetUnused(needs.db, done);
    const last = failed.at(-1);
    if (last && done.length === 0) throw last.error;
    if (last) [failure, after] = [last.error, last.item.object];
  }
  if (failure) throw failure;
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

/** @throws {PictureStoreAway} after those that could be deleted were. */
async function deleteAll(needs: Needs, objects: readonly PictureObject[]): Promise<void> {
  const { failed } = await deleteEach(needs, objects);
  if (failed[0]) throw failed[0].error;
}

function deleteEach({ pictures }: Needs, objects: readonly PictureObject[]) {
  return settleEach(objects, AT_ONCE, (one) => pictures.delete(one.case_id, one.object));
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
