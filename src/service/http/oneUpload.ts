import type { ErrorCode } from '../../contract/errors.ts';
import { ApiError } from '../ApiError.ts';
import type { Deps } from '../deps.ts';
import type { UploadReservation } from '../limits/UploadMemoryBudget.ts';

/** Concurrent uploads of one session: the second one replaces one with a broken connection. */
const maxOfSession = 2;

interface UploadRequest {
  /** The purpose of the upload. */
  name: string;
  /** The case of the uploading page; `null`: of a back end. */
  caseId: string | null;
  /** The refusal of a second upload for the same resource. */
  busy: ErrorCode;
}

/**
 * Limits uploads: one at a time for each resource, a few for each session, and the memory budget for all. Without this,
 * the holder of a session key could send many slow uploads.
 * @throws {ApiError} `busy` during another upload for the same resource; `rate_limited` if the session has too many;
 * `unavailable` if the budget is used up.
 */
export async function oneUpload<T>(
  { state: { uploads, uploadMemory } }: Pick<Deps, 'state'>,
  { name, caseId, busy }: UploadRequest,
  work: (reservation: UploadReservation) => Promise<T>,
): Promise<T> {
  if (uploads.has(name)) {
    const detail = 'An upload for the same purpose is in progress. Retry when it has ended.';
    throw new ApiError(busy, { detail, headers: { 'Retry-After': '1' } });
  }
  const ofCase = caseId === null ? 0 : [...uploads.values()].filter((id) => id === caseId).length;
  if (ofCase >= maxOfSession) {
    const detail = 'Another upload of this case is in progress. Retry when it has ended.';
    throw new ApiError('rate_limited', { detail, headers: { 'Retry-After': '5' } });
  }
  uploads.set(name, caseId);
  try {
    return await uploadMemory.use(work);
  } finally {
    uploads.delete(name);
  }
}
