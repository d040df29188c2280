import { IdvApiError } from '../../client/errors.ts';
import { SessionError } from '../session/SessionError.ts';

/** Whether a failure means that the session is over and no new one could be had. */
export function isSessionLost(error: unknown): boolean {
  if (error instanceof SessionError) return error.reason === 'signed_out';
  return error instanceof IdvApiError && error.status === 401;
}
