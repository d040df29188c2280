import { openBucket } from '../objects/openBucket.ts';
import { requireRights } from '../objects/requireRights.ts';
import type { BucketSettings } from '../settings/bucketSettings.ts';
import { PictureError, type PictureStore, PictureStoreAway } from './pictureStore.ts';

/** No object of ours is larger: an upload has a limit of its own. */
const MAX_BYTES = 32 * 2 ** 20;
const MAX_WAITING = 128;

/** The store of pictures in a bucket. Whether an object is whole is known from its seal. */
export async function openS3Store(settings: BucketSettings): Promise<PictureStore> {
  const away = (code: string, options?: ErrorOptions) => new PictureStoreAway(code, options);
  const bucket = await openBucket(settings, { maxBytes: MAX_BYTES, maxWaiting: MAX_WAITING, away });
  return {
    put: async (name, bytes) => {
      await bucket.put(name, bytes);
    },
    get: async (name) => {
      const bytes = await bucket.get(name);
      if (!bytes) throw new PictureError('picture_missing', name);
      return bytes;
    },
    delete: bucket.delete,
    list: async (prefix, after) => (await bucket.list(prefix, after)).map(({ name }) => name),
    requireRights: (root, tried) => requireRights(bucket, root, tried),
    versions: bucket.versions,
    close: bucket.close,
  };
}
