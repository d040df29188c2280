import type { Kysely } from 'kysely';
import type { PutBranding } from '../../contract/branding.ts';
import type { Mode } from '../../contract/mode.ts';
import { ApiError } from '../ApiError.ts';
import type { Database } from '../db/schema.ts';
import { branding } from '../db/store/branding.ts';

/**
 * Requires a contact in live mode: the consent tells people whom to write to if they change their mind or want their
 * data deleted.
 * @throws {ApiError} `contact_required`.
 */
export async function requireContact(db: Kysely<Database>, mode: Mode): Promise<void> {
  if (mode === 'live') requireContactIn(mode, await branding.settings(db, mode));
}

/** @throws {ApiError} `contact_required` for a branding of live mode without one. */
export function requireContactIn(
  mode: Mode,
  settings: Pick<PutBranding, 'supportEmail' | 'helpUrl'> | null,
): void {
  if (mode !== 'live' || settings?.supportEmail || settings?.helpUrl) return;
  const detail =
    'Live mode needs a contact, which the consent names. Set supportEmail or helpUrl with PUT /branding and a key of live mode.';
  throw new ApiError('contact_required', { detail });
}
