import type { BucketSettings } from '../../src/service/settings/bucketSettings.ts';
import { makeBucket, type StartedStore, startPictureStore } from './pictureStores.ts';

interface SharedBuckets {
  /** `TEST_PICTURES`: the bucket in which services keep pictures; `null`: the database has them. */
  pictures: BucketSettings | null;
  /** `TEST_KEYS`: that of their data keys; `null`: a directory has them. */
  keys: BucketSettings | null;
  stop(): Promise<void>;
}

/** The buckets of a test run: `TEST_PICTURES=s3`, `TEST_KEYS=s3`, or the name of a store; it is one store. */
export async function sharedBuckets(env: NodeJS.ProcessEnv): Promise<SharedBuckets | null> {
  const { TEST_PICTURES: ofPictures, TEST_KEYS: ofKeys } = env;
  const kind = ofPictures || ofKeys;
  if (!kind) return null;
  if (kind !== 's3' && kind !== 's3rver' && kind !== 'swift')
    throw new Error('TEST_PICTURES and TEST_KEYS must be s3, s3rver or swift.');
  const store = await startPictureStore(kind === 'swift' ? 'swift' : 's3rver');
  // Read by the workers and their child processes.
  env['AWS_ACCESS_KEY_ID'] = store.credentials.accessKeyId;
  env['AWS_SECRET_ACCESS_KEY'] = store.credentials.secretAccessKey;
  const ofItsOwn = { ...store, bucket: 'data-keys' };
  if (ofKeys) await makeBucket(ofItsOwn);
  return {
    pictures: ofPictures ? settingsOf(store) : null,
    keys: ofKeys ? settingsOf(ofItsOwn) : null,
    stop: store.stop,
  };
}

/** The settings of a service that keeps pictures in a store. */
export function settingsOf(
  { bucket, url: endpoint }: { bucket: string; url: string },
  timeoutMs = 60_000,
): BucketSettings {
  return { bucket, prefix: 'idv', endpoint, region: 'us-east-1', pathStyle: true, timeoutMs };
}

/** The same as the environment of a process. */
export function picturesIn({
  bucket,
  url,
  credentials,
}: Pick<StartedStore, 'bucket' | 'url' | 'credentials'>): Record<string, string> {
  return {
    PICTURES: `s3://${bucket}/idv`,
    PICTURES_ENDPOINT: url,
    AWS_ACCESS_KEY_ID: credentials.accessKeyId,
    AWS_SECRET_ACCESS_KEY: credentials.secretAccessKey,
  };
}
