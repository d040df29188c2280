import type { Kysely } from 'kysely';
import type { Branding } from '../../contract/branding.ts';
import type { Mode } from '../../contract/mode.ts';
import { noBranding } from '../../contract/noBranding.ts';
import type { Database } from '../db/schema.ts';
import { branding } from '../db/store/branding.ts';

/** The branding of a mode, with the URL of its logo; `null` if it was not set. */
export async function brandingOf(
  { baseUrl }: { baseUrl: string },
  db: Kysely<Database>,
  mode: Mode,
): Promise<Branding | null> {
  const row = await branding.find(db, mode);
  return row
    ? { ...noBranding, ...row.settings, logo: row.logo_hash && logoUrl(baseUrl, row.logo_hash) }
    : null;
}

/** URL of a logo. */
export function logoUrl(baseUrl: string, hash: string): string {
  return `${baseUrl.replace(/\/v1$/, '')}/verify/logo/${hash}.png`;
}
