import { storedPictures } from '../../../src/service/db/store/storedPictures.ts';
import { deleteUnused, sweepObjects } from '../../../src/service/pictures/sweepObjects.ts';
import type { Place } from '../pictures.ts';
import { namesIn, onPlace } from './onPlace.ts';

const TWO_DAYS_MS = 2 * 86_400_000;

/** Runs the sweeps of two days later. @returns how many objects the bucket then holds that no row names. */
export async function leftInBucket(place: Place): Promise<number> {
  return await onPlace(place, TWO_DAYS_MS, async (opened) => {
    while (await deleteUnused(opened));
    while (await sweepObjects(opened));
    const names = await namesIn(place.store);
    const named = new Set<string>();
    for (let from = 0; from < names.length; from += 500)
      for (const one of await storedPictures.named(opened.db, names.slice(from, from + 500))) named.add(one);
    return names.filter(({ object }) => !named.has(object)).length;
  });
}
