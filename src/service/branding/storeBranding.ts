import type { Kysely } from 'kysely';
import type { Branding, PutBranding, StoredBranding } from '../../contract/branding.ts';
import type { Mode } from '../../contract/mode.ts';
import { noBranding } from '../../contract/noBranding.ts';
import { ApiError } from '../ApiError.ts';
import { sha256 } from '../crypto/sha256.ts';
import type { Database } from '../db/schema.ts';
import { branding } from '../db/store/branding.ts';
import type { SelfieCheckContext } from '../selfies/selfieContext.ts';
import { logoUrl } from './brandingOf.ts';
import { readableColor } from './contrast.ts';

/** A stored logo; `undefined` keeps the current one. */
type Logo = { logo: Uint8Array; logo_hash: string } | { logo: null; logo_hash: null } | undefined;

/**
 * Re-encodes an uploaded logo as PNG in a picture process, so that no uploaded byte is served.
 * @param logoInput a file in base64, or the URL of the current logo.
 * @throws {ApiError} `logo_invalid` for anything but PNG, JPEG or WebP; SVG is refused because it can contain scripts.
 */
export async function readLogo(
  { examiner }: Pick<SelfieCheckContext, 'examiner'>,
  logoInput: string | null | undefined,
): Promise<Logo> {
  if (logoInput == null) return { logo: null, logo_hash: null };
  if (/^https?:/.test(logoInput)) return undefined;
  const file = Buffer.from(logoInput.replace(/^data:image\/\w+;base64,/, ''), 'base64');
  const logo = file.length > 0 ? await examiner.redrawLogo(file) : null;
  if (!logo) throw invalid('Send a PNG, JPEG or WebP file in base64, with 16 to 4096 pixels per side.');
  return { logo, logo_hash: sha256(logo).slice(0, 32) };
}

/** Replaces the branding of a mode. Colours with insufficient contrast are adjusted, and listed in the response. */
export async function storeBranding(
  { clock, baseUrl }: { clock: () => Date; baseUrl: string },
  tx: Kysely<Database>,
  { mode, given, logo }: { mode: Mode; given: PutBranding; logo: Logo },
): Promise<StoredBranding> {
  const before = logo ? null : await branding.find(tx, mode);
  if (!logo && (!before?.logo_hash || given.logo !== logoUrl(baseUrl, before.logo_hash)))
    throw invalid('The URL is not that of the current logo. Send the file in base64.');
  const logoColumns = logo ?? { logo: before!.logo, logo_hash: before!.logo_hash };
  const { colors, corrections } = readableColors(given.colors ?? {});
  const settings: Branding = { ...noBranding, ...withoutUndefined(given), colors, logo: null };
  const row = { mode, settings: JSON.stringify(settings), updated_at: clock(), ...logoColumns };
  await branding.put(tx, row);
  return { ...settings, logo: logoColumns.logo_hash && logoUrl(baseUrl, logoColumns.logo_hash), corrections };
}

function readableColors(requested: Branding['colors']): Pick<StoredBranding, 'colors' | 'corrections'> {
  const colors: Branding['colors'] = {};
  const corrections: StoredBranding['corrections'] = [];
  for (const field of ['accent', 'accentDark'] as const) {
    const color = requested[field];
    if (color === undefined) continue;
    const { used, contrast } = readableColor(field, color.toLowerCase());
    colors[field] = used;
    if (used !== color.toLowerCase())
      corrections.push({ field: `colors.${field}`, given: color, used, contrast });
  }
  return { colors, corrections };
}

function invalid(detail: string): ApiError {
  return new ApiError('logo_invalid', { errors: [{ pointer: '#/logo', code: 'logo_invalid', detail }] });
}

type Defined<T> = { [Key in keyof T]?: Exclude<T[Key], undefined> };

function withoutUndefined<T extends object>(value: T): Defined<T> {
  return Object.fromEntries(Object.entries(value).filter(([, part]) => part !== undefined)) as Defined<T>;
}
