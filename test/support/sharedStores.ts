import { afterAll } from 'vitest';
import { type StartedStore, type StoreKind, startPictureStore } from './pictureStores.ts';

/** Starts the store of all tests of a kind at its first use, since Swift takes a while; they are stopped after the last test. */
export function sharedStores(): (kind: StoreKind) => Promise<StartedStore> {
  const stores = new Map<StoreKind, Promise<StartedStore>>();
  afterAll(async () => {
    for (const store of stores.values()) await (await store).stop();
  });
  return async (kind) => {
    const started = stores.get(kind) ?? startPictureStore(kind);
    stores.set(kind, started);
    return await started;
  };
}
