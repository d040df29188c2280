import type { Generated } from 'kysely';

/** The columns of a picture in its row: one of them is `null`. */
export interface PictureColumns {
  /** The file as received, sealed with the data key of the case; `null` if it is an object in the bucket. */
  sealed: Uint8Array | null;
  /** The last part of the name of that object. */
  object: string | null;
}

/** Objects in the bucket that no row names any more, until they are deleted. */
export interface PictureObjectsTable {
  case_id: string;
  object: string;
}

/** One row once pictures are in a bucket: what precedes the names of this database's objects. */
export interface PictureStoreTable {
  id: string;
  /** Whether new pictures go there: not while all are moved back into the database. */
  takes_pictures: Generated<boolean>;
}
