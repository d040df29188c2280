import { randomBytes } from 'node:crypto';
import { addressKind } from '../../screening/addressKind.ts';
import { KeyStoreAway } from '../crypto/keySlots.ts';
import { type Bucket, openBucket } from '../objects/openBucket.ts';
import { MissingRight, requireRights, type Tried } from '../objects/requireRights.ts';
import type { BucketSettings } from '../settings/bucketSettings.ts';
import { ConfigError } from '../settings/config.ts';
import { STORE_MARK } from './BucketSlots.ts';

/** A slot has 32 bytes, the head of the audit log less than 200. */
const MAX_BYTES = 4096;
/** Slots are small: a page of rows may wait for a thousand of them. */
const MAX_WAITING = 20_000;

interface Belonging {
  /** The id of the slots of this database; `null`: it has none yet. */
  storedId: string | null;
  /** Records an id, unless another node has recorded one. @returns the recorded one. */
  note(id: string): Promise<string>;
  /** Whether slots move into it from a directory: then it gets its mark now. */
  isMoving: boolean;
}

/**
 * Opens the bucket of the data keys, and what precedes the names of this database's objects in it.
 * @throws {ConfigError} if it keeps versions, has the slots of another database, or cannot be used.
 */
export async function openKeyBucket(
  settings: BucketSettings,
  belonging: Belonging,
): Promise<{ bucket: Bucket; root: string }> {
  const bucket = await openAny(settings);
  try {
    await refuseVersions(bucket, settings);
    await requireRights(bucket, rootOf(settings, belonging.storedId ?? ''));
    const root = await rootIn(bucket, settings, belonging);
    return { bucket, root };
  } catch (error) {
    bucket.close();
    throw unusable(settings, error);
  }
}

/**
 * The same without writing anything, not even a mark.
 * @param tried whether the rights to write are tried nevertheless, by an object that does not stay.
 * @throws {ConfigError}
 */
export async function openKeyBucketToRead(
  settings: BucketSettings,
  { storedId, isMoving }: Pick<Belonging, 'storedId' | 'isMoving'>,
  tried: Tried = { withWrites: false },
): Promise<{ bucket: Bucket; root: string }> {
  const bucket = await openAny(settings);
  try {
    await refuseVersions(bucket, settings);
    await requireRights(bucket, rootOf(settings, storedId ?? ''), tried);
    if (storedId !== null && !isMoving && !(await bucket.get(markOf(settings, storedId))))
      throw foreign(settings);
    return { bucket, root: rootOf(settings, storedId ?? '') };
  } catch (error) {
    bucket.close();
    throw unusable(settings, error);
  }
}

/** The problem to report if slots cross the network readable; `null`: none. */
export function exposedSlots(settings: BucketSettings | null): string | null {
  const { protocol = '', hostname = '' } = settings?.endpoint ? new URL(settings.endpoint) : {};
  if (protocol !== 'http:' || hostname === 'localhost') return null;
  if (addressKind(hostname.replace(/^\[|\]$/g, '')) === 'loopback') return null;
  return 'KEYS_ENDPOINT is an http address: anybody on the way to it can read and replace the parts of data keys. Set an https address.';
}

async function openAny(settings: BucketSettings): Promise<Bucket> {
  const away = (code: string, options?: ErrorOptions) => new KeyStoreAway(code, options);
  try {
    return await openBucket(settings, { maxBytes: MAX_BYTES, maxWaiting: MAX_WAITING, away });
  } catch (error) {
    throw unusable(settings, error);
  }
}

async function refuseVersions(bucket: Bucket, { bucket: name }: BucketSettings): Promise<void> {
  const versions = await bucket.versions();
  if (versions !== 'none') throw versioned(name, versions);
}

async function rootIn(bucket: Bucket, settings: BucketSettings, belonging: Belonging): Promise<string> {
  const { storedId, note, isMoving } = belonging;
  const id = storedId ?? randomBytes(16).toString('hex');
  const isMarked = storedId !== null && (await bucket.get(markOf(settings, id))) !== null;
  if (storedId !== null && !isMarked && !isMoving) throw foreign(settings);
  // Also at later starts: a store that does not say whether it keeps versions may show it in its answer.
  const { isVersioned } = await bucket.put(markOf(settings, id), Buffer.from(id));
  if (isVersioned) throw versioned(settings.bucket, 'Enabled');
  if (storedId !== null) return rootOf(settings, id);
  // Of several nodes that start at once, each marks the bucket; one id is recorded.
  const recorded = await note(id);
  if (recorded !== id) await bucket.delete(markOf(settings, id));
  if (!(await bucket.get(markOf(settings, recorded)))) throw foreign(settings);
  return rootOf(settings, recorded);
}

function rootOf({ prefix }: BucketSettings, id: string): string {
  return [prefix, id].filter(Boolean).join('/');
}

function markOf(settings: BucketSettings, id: string): string {
  return `${rootOf(settings, id)}/${STORE_MARK}`;
}

function versioned(name: string, versions: string): ConfigError {
  const why = versions === 'Locked' ? 'is locked against changes' : 'keeps or has kept earlier versions';
  return new ConfigError(
    `The bucket ${name} of KEYS ${why} (${versions}), so that nothing in it is ever erased. Make a bucket of its own for KEYS, without versioning and object lock.`,
  );
}

function foreign({ bucket }: BucketSettings): ConfigError {
  return new ConfigError(
    `The bucket ${bucket} of KEYS does not contain the data keys of this database. Set KEYS to the bucket and prefix that have them; to move them there out of a directory, set KEYS_DIR to it too.`,
  );
}

/** A failure of the bucket, as a sentence; other errors unchanged. */
export function unusable({ bucket }: BucketSettings, error: unknown): unknown {
  if (error instanceof MissingRight)
    return new ConfigError(
      `The credentials for the bucket ${bucket} of KEYS lack the right ${error.right} (${error.code}). Grant GetObject, PutObject, DeleteObject, ListBucket, GetBucketVersioning and GetBucketObjectLockConfiguration.`,
      { cause: error },
    );
  if (!(error instanceof KeyStoreAway)) return error;
  const rights = 'the rights to read its versioning and object lock, to list, read, write and delete';
  return new ConfigError(
    `The bucket ${bucket} of KEYS cannot be used (${error.code}). Check that it exists, the credentials (they need ${rights}), KEYS_ENDPOINT, KEYS_REGION and KEYS_PATH_STYLE.`,
    { cause: error },
  );
}
