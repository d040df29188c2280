import { afterAll, beforeAll } from 'vitest';
import { type StartedStore, startPictureStore } from './pictureStores.ts';

/** A store for the tests of a file, with its credentials in the environment of this process. It is there once the tests run. */
export function storeOfFile(): () => StartedStore {
  let store: StartedStore | undefined;
  beforeAll(async () => {
    store = await startPictureStore();
    process.env['AWS_ACCESS_KEY_ID'] = store.credentials.accessKeyId;
    process.env['AWS_SECRET_ACCESS_KEY'] = store.credentials.secretAccessKey;
  });
  afterAll(() => store?.stop());
  return () => store!;
}
