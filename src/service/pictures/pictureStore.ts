import type { Tried } from '../objects/requireRights.ts';
import { StoreAway } from '../objects/StoreAway.ts';

/** A place outside of the database that holds sealed pictures as objects. */
export interface PictureStore {
  /** Stores an object. It is there for good once this resolves. @throws {PictureStoreAway} */
  put(name: string, bytes: Uint8Array): Promise<void>;
  /** @throws {PictureError} `picture_missing`. @throws {PictureStoreAway} */
  get(name: string): Promise<Uint8Array>;
  /** Deletes an object; one that is gone already counts as deleted. @throws {PictureStoreAway} */
  delete(name: string): Promise<void>;
  /** At most a thousand names that begin with `prefix` and follow `after`, in order. @throws {PictureStoreAway} */
  list(prefix: string, after: string): Promise<string[]>;
  /** Tries each right that is needed, or those to read alone. @throws {MissingRight} @throws {PictureStoreAway} */
  requireRights(root: string, tried: Tried): Promise<void>;
  /** What the bucket says about earlier versions of its objects. @throws {PictureStoreAway} */
  versions(): Promise<'none' | 'Enabled' | 'Suspended' | 'Locked'>;
  close(): void;
}

/** A picture that its row names and nobody can show. The message is for the log. */
export class PictureError extends Error {
  override name = 'PictureError';
  readonly code: 'picture_missing' | 'picture_altered';

  constructor(code: PictureError['code'], name: string, options?: ErrorOptions) {
    super(code === 'picture_missing' ? `The object ${name} is missing.` : `${name} was altered.`, options);
    this.code = code;
  }
}

/** The store of pictures did not do what was asked for. A retry may succeed. */
export class PictureStoreAway extends StoreAway {
  override name = 'PictureStoreAway';

  constructor(code: string, options?: ErrorOptions) {
    super(code, `The store of pictures did not answer as it should (${code}).`, options);
  }
}
