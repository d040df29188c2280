import { randomBytes } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { Vault } from '../crypto/vault.ts';
import type { Database } from '../db/schema.ts';
import { storedPictures } from '../db/store/storedPictures.ts';
import type { Log } from '../log.ts';
import { MissingRight, type Tried } from '../objects/requireRights.ts';
import { REFUSALS } from '../objects/StoreAway.ts';
import { type Config, ConfigError } from '../settings/config.ts';
import type { Metrics } from '../telemetry/Metrics.ts';
import { keptVersions } from './keptVersions.ts';
import { openS3Store } from './openS3Store.ts';
import { type OpenStore, Pictures, STORE_MARK } from './Pictures.ts';
import { PictureError, type PictureStore, PictureStoreAway } from './pictureStore.ts';

interface Needs {
  config: Config;
  db: Kysely<Database>;
  vault: Vault;
  clock: () => Date;
  log: Log;
  metrics: Metrics;
  /** Whether nothing is stored or deleted: then the rights to read are enough. */
  isToRead?: boolean;
}

/**
 * The pictures of the settings.
 * @throws {ConfigError} if the bucket is another one than before, refuses the service, or is not set any more.
 */
export async function openPictures(needs: Needs): Promise<Pictures> {
  const { config, db, vault, clock, log, metrics, isToRead = false } = needs;
  const { pictures: settings } = config;
  const storeId = await storedPictures.storeId(db);
  await requireStore(db, { isSet: settings !== null, storeId, log });
  let open: OpenStore | null = null;
  if (settings) {
    const store = await openAny(settings);
    try {
      open = { store, ...(await rootIn(store, { settings, db, storeId, log, withWrites: !isToRead })) };
      const kept = open.isMarked && !isToRead ? await keptVersions(settings, store) : null;
      if (kept) log.warn('pictures are kept', { detail: kept });
    } catch (error) {
      store.close();
      throw error;
    }
  }
  return new Pictures({
    vault,
    clock,
    open,
    takes: () => storedPictures.takes(db),
    onAway: (operation, error) =>
      log.warn('picture store away', { operation, detail: (error as Error).message }),
    observe: (operation, result, seconds) => metrics.pictureStore(operation, { result, seconds }),
  });
}

/**
 * The record of the store stays for good: nodes that start, stop and run at the same time know by it which bucket it is.
 * @throws {ConfigError} if rows name objects that this node could not read.
 */
async function requireStore(
  db: Kysely<Database>,
  { isSet, storeId, log }: { isSet: boolean; storeId: string | null; log?: Log },
): Promise<void> {
  if (isSet && storeId !== null) return;
  if (await storedPictures.anyNamed(db))
    throw new ConfigError(
      isSet
        ? 'Pictures of this database are in a bucket, but their place is not recorded any more. Insert the part of their names before "/case_", without the prefix of PICTURES, as id into the table picture_store.'
        : 'PICTURES is not set, but pictures of this database are in a bucket. Set PICTURES to it; "move-pictures --to database" brings them back.',
    );
  const unused = isSet ? 0 : await storedPictures.countUnused(db);
  if (unused > 0)
    throw new ConfigError(
      `PICTURES is not set, but ${unused} pictures that were deleted are still in the bucket. Set PICTURES to it until "move-pictures --to database" has deleted them.`,
    );
  if (!isSet && (await storedPictures.takes(db)))
    log?.warn('PICTURES is not set', {
      detail: 'New pictures of the nodes that have it go to their bucket, which this node cannot read.',
    });
}

type Settings = NonNullable<Config['pictures']>;

/** What precedes the names of this database's objects. The first start marks the bucket. */
async function rootIn(
  store: PictureStore,
  {
    settings,
    db,
    storeId,
    log,
    withWrites,
  }: { settings: Settings; db: Kysely<Database>; storeId: string | null; log: Log; withWrites: boolean },
): Promise<Pick<OpenStore, 'root' | 'isMarked'>> {
  const rootOf = (id: string) => rootUnder(settings, id);
  try {
    await store.requireRights(rootOf(storeId ?? ''), { withWrites });
    if (storeId === null) {
      const id = randomBytes(16).toString('hex');
      // Of several nodes that start at once, each marks the bucket; one id is recorded.
      await store.put(`${rootOf(id)}/${STORE_MARK}`, Buffer.from(id));
      const recorded = await storedPictures.noteStore(db, id);
      if (recorded === id) return { root: rootOf(id), isMarked: true };
      await store.delete(`${rootOf(id)}/${STORE_MARK}`);
      await store.get(`${rootOf(recorded)}/${STORE_MARK}`);
      return { root: rootOf(recorded), isMarked: true };
    }
    await store.get(`${rootOf(storeId)}/${STORE_MARK}`);
    return { root: rootOf(storeId), isMarked: true };
  } catch (error) {
    if (error instanceof PictureError) {
      if (storeId !== null && (await needsNoMark(db, { store, root: rootOf(storeId) })))
        return { root: rootOf(storeId), isMarked: false };
      throw foreign(settings);
    }
    if (error instanceof MissingRight) throw lacking(settings, error);
    if (!(error instanceof PictureStoreAway)) throw error;
    if (storeId === null || REFUSALS.has(error.code)) throw unusable(settings, error);
    // It may come back: captures are refused until then, and all else works.
    log.warn('picture store away', { detail: error.message });
  }
  return { root: rootOf(storeId), isMarked: false };
}

/**
 * Whether new pictures go to the database, and what is still in the bucket is in this one: an upload that was under way when it
 * was emptied, and got its row after the mark was deleted, has to be moved too.
 */
async function needsNoMark(
  db: Kysely<Database>,
  { store, root }: Pick<OpenStore, 'store' | 'root'>,
): Promise<boolean> {
  if (await storedPictures.takes(db)) return false;
  const left =
    (await storedPictures.anyNamed(db)) ?? (await storedPictures.unused(db, { after: '', limit: 1 }))[0];
  if (!left) return true;
  try {
    await store.get(`${root}/${left.case_id}/${left.object}`);
    return true;
  } catch (error) {
    if (error instanceof PictureError) return false;
    throw error;
  }
}

/**
 * Looks at the bucket, for the doctor; of the rights those to write too, if they are to be tried.
 * @param db `null`: there are no tables yet.
 * @returns what to warn of.
 * @throws {ConfigError} as a start would, and if the bucket does not answer.
 */
export async function lookAtPictures(
  settings: Settings | null,
  db: Kysely<Database> | null,
  tried: Tried,
): Promise<string | null> {
  const storeId = db && (await storedPictures.storeId(db));
  if (db) await requireStore(db, { isSet: settings !== null, storeId });
  if (!settings) return null;
  const store = await openAny(settings);
  try {
    await store.requireRights(rootUnder(settings, storeId ?? ''), tried);
    if (storeId !== null) await store.get(`${rootUnder(settings, storeId)}/${STORE_MARK}`);
    return await keptVersions(settings, store);
  } catch (error) {
    if (error instanceof MissingRight) throw lacking(settings, error);
    if (error instanceof PictureStoreAway) throw unusable(settings, error);
    if (!(error instanceof PictureError)) throw error;
    if (!db || storeId === null || !(await needsNoMark(db, { store, root: rootUnder(settings, storeId) })))
      throw foreign(settings);
    return null;
  } finally {
    store.close();
  }
}

async function openAny(settings: Settings): Promise<PictureStore> {
  try {
    return await openS3Store(settings);
  } catch (error) {
    throw error instanceof PictureStoreAway ? unusable(settings, error) : error;
  }
}

function rootUnder({ prefix }: Settings, id: string): string {
  return [prefix, id].filter(Boolean).join('/');
}

function foreign({ bucket }: Settings): ConfigError {
  return new ConfigError(
    `The bucket ${bucket} of PICTURES does not contain the pictures of this database. Set PICTURES to the bucket and prefix that have them, or restore them there.`,
  );
}

function lacking({ bucket }: Settings, cause: MissingRight): ConfigError {
  return new ConfigError(
    `The credentials for the bucket ${bucket} of PICTURES lack the right ${cause.right} (${cause.code}). Grant GetObject, PutObject, DeleteObject and ListBucket.`,
    { cause },
  );
}

function unusable({ bucket }: Settings, cause: PictureStoreAway): ConfigError {
  return new ConfigError(
    `The bucket ${bucket} of PICTURES cannot be used (${cause.code}). Check that it exists, the credentials, PICTURES_ENDPOINT, PICTURES_REGION and PICTURES_PATH_STYLE.`,
    { cause },
  );
}
