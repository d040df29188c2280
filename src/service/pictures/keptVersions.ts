import type { BucketSettings } from '../settings/bucketSettings.ts';
import { type PictureStore, PictureStoreAway } from './pictureStore.ts';

/** What to say if the bucket may keep pictures that are deleted; `null`: it keeps none. */
export async function keptVersions(
  { bucket }: Pick<BucketSettings, 'bucket'>,
  store: Pick<PictureStore, 'versions'>,
): Promise<string | null> {
  try {
    const versions = await store.versions();
    if (versions === 'none') return null;
    const what = versions === 'Locked' ? 'is locked against changes' : 'keeps or has kept earlier versions';
    return `The bucket ${bucket} of PICTURES ${what} (${versions}): pictures that are deleted stay there, and only an erasure makes them unreadable. Turn it off, or let earlier versions expire.`;
  } catch (error) {
    if (!(error instanceof PictureStoreAway)) throw error;
    // Pictures can be stored all the same.
    return `Whether the bucket ${bucket} of PICTURES keeps earlier versions is not known (${error.code}). Grant GetBucketVersioning and GetBucketObjectLockConfiguration.`;
  }
}
