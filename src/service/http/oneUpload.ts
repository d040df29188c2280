import type { ErrorCode } from '../../contract/errors.ts';
import { ApiError } from '../apiError.ts';
import type { Deps } from '../deps.ts';
import type { UploadShare } from '../limits/UploadRoom.ts';
import type { Caller } from './caller.ts';

/** Uploads that one session may have under way: a second for the one whose connection broke. */
const mostOfSession = 2;

interface Asked {
  /** What the pictures are for. */
  name: string;
  caller: Caller;
  /** What a second one for the same hears. */
  busy: ErrorCode;
}

/**
 * Takes pictures for one thing from one request at a time, few in all from the page of one case, and no more bytes from
 * all together than there is room for: whoever has a session key could send many slowly.
 * @throws {ApiError} `busy` while another for the same is under way; `rate_limited` if the session has enough of them;
 *   `unavailable` where there is no room.
 */
export async function oneUpload<T>(
  { state: { uploads, uploadRoom } }: Pick<Deps, 'state'>,
  { name, caller, busy }: Asked,
  work: (share: UploadShare) => Promise<T>,
): Promise<T> {
  if (uploads.has(name)) {
    const detail = 'Pictures for the same are on their way already.';
    throw new ApiError(busy, { detail, headers: { 'Retry-After': '1' } });
  }
  const caseId = caller.kind === 'session' ? caller.caseId : null;
  const own = caseId === null ? 0 : [...uploads.values()].filter((id) => id === caseId).length;
  if (own >= mostOfSession) {
    const detail = 'Other pictures of this case are on their way already.';
    throw new ApiError('rate_limited', { detail, headers: { 'Retry-After': '5' } });
  }
  uploads.set(name, caseId);
  try {
    return await uploadRoom.use(work);
  } finally {
    uploads.delete(name);
  }
}
