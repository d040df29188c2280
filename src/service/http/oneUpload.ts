import type { ErrorCode } from '../../contract/errors.ts';
import { ApiError } from '../apiError.ts';
import type { Deps } from '../deps.ts';

/**
 * Takes pictures for one thing from one request at a time: each may hold 20 MB until it is answered, and whoever has a
 * session key could send many slowly.
 * @throws {ApiError} `busy` while another is under way.
 */
export async function oneUpload<T>(
  { state: { uploads } }: Pick<Deps, 'state'>,
  name: string,
  busy: ErrorCode,
  work: () => Promise<T>,
): Promise<T> {
  if (uploads.has(name)) {
    const detail = 'Pictures for the same are on their way already.';
    throw new ApiError(busy, { detail, headers: { 'Retry-After': '1' } });
  }
  uploads.add(name);
  try {
    return await work();
  } finally {
    uploads.delete(name);
  }
}
