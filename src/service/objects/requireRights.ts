import { randomBytes } from 'node:crypto';
import type { Bucket } from './openBucket.ts';
import { StoreAway } from './StoreAway.ts';

/** The store refuses what the credentials have to be allowed to. */
export class MissingRight extends Error {
  override name = 'MissingRight';
  readonly right: string;
  readonly code: string;

  constructor(right: string, cause: StoreAway) {
    super(`The credentials lack the right ${right} (${cause.code}).`, { cause });
    this.right = right;
    this.code = cause.code;
  }
}

const REFUSED = new Set(['AccessDenied', 'Forbidden', 'Unauthorized', 'HTTP 403', 'HTTP 401']);

/** Without writes nothing is stored or deleted, so that only the rights to read are tried. */
export interface Tried {
  withWrites: boolean;
}

/**
 * Tries each right that a service needs, with an object of a name that nobody has. Without `ListBucket` S3 answers a read of a
 * missing object like one that is forbidden, so that a lost object would be taken for a store that is away.
 * @param root what precedes the name; may be empty.
 * @throws {MissingRight}
 * @throws {StoreAway} if the store fails otherwise.
 */
export async function requireRights(
  bucket: Pick<Bucket, 'put' | 'get' | 'delete' | 'list'>,
  root: string,
  { withWrites }: Tried = { withWrites: true },
): Promise<void> {
  const name = [root, `rights.${randomBytes(8).toString('hex')}`].filter(Boolean).join('/');
  await trying('ListBucket', () => bucket.list(name, ''));
  await trying('ListBucket', () => bucket.get(name));
  if (!withWrites) return;
  // Before anything is stored, that nothing stays where it cannot be deleted.
  await trying('DeleteObject', () => bucket.delete(name));
  await trying('PutObject', () => bucket.put(name, Buffer.from('probe')));
  try {
    await trying('GetObject', () => bucket.get(name));
  } finally {
    await trying('DeleteObject', () => bucket.delete(name));
  }
}

async function trying(right: string, work: () => Promise<unknown>): Promise<void> {
  try {
    await work();
  } catch (error) {
    throw error instanceof StoreAway && REFUSED.has(error.code) ? new MissingRight(right, error) : error;
  }
}
