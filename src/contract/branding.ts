import * as z from 'zod/mini';
import { text } from './scalars.ts';
import { Origin } from './sessionKey.ts';

const HttpsUrl = text(2048).check(
  z.refine((value) => URL.canParse(value) && new URL(value).protocol === 'https:', { error: 'url_invalid' }),
);
const Email = z.email({ error: 'email_invalid' }).check(z.maxLength(254, { error: 'too_long' }));

/**
 * Colours of buttons and links on the hosted page, `#rrggbb`, for a light and a dark background. A colour with a
 * contrast below 4.5 is corrected.
 */
const Color = z.string().check(z.regex(/^#[0-9a-f]{6}$/i, { error: 'color_invalid' }));
const Colors = z.strictObject({ accent: z.optional(Color), accentDark: z.optional(Color) });

/** Maximum size of the logo in bytes, before base64. */
const LOGO_BYTES = 300 * 1024;

/**
 * One line with visible characters and without bidirectional controls: the name of the site, also used in the subject
 * of e-mails. A blank name would hide the requesting site.
 */
const SiteName = text(100).check(
  z.refine((value) => !/[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]/u.test(value), {
    error: 'control_character',
  }),
  z.refine((value) => /[\p{L}\p{N}]/u.test(value.replace(/\p{Default_Ignorable_Code_Point}/gu, '')), {
    error: 'name_unprintable',
  }),
);

/**
 * The site that requests the check, per account and mode. The consent names it, and the page refers people to it for
 * help or for an alternative. `null`: not set.
 */
export const Branding = z.object({
  /** The name by which people know the site. */
  name: z.nullable(SiteName),
  /** The URL of the logo, which the service serves. */
  logo: z.nullable(z.string()),
  colors: Colors,
  helpUrl: z.nullable(HttpsUrl),
  supportEmail: z.nullable(Email),
  privacyUrl: z.nullable(HttpsUrl),
  /** The URL for people who refuse the check or the face check. */
  alternativeUrl: z.nullable(HttpsUrl),
  /** Origins whose pages may embed the hosted page in a frame. */
  frameAncestors: z.array(Origin).check(z.maxLength(20, { error: 'too_long' })),
});
export type Branding = z.infer<typeof Branding>;

/**
 * The body of PUT /branding. Replaces all fields; omitted ones are cleared. `logo` is a PNG, JPEG or WebP file in
 * base64, or the URL of the current logo to keep it.
 */
export const PutBranding = z.strictObject({
  ...z.partial(Branding).shape,
  logo: z.optional(z.nullable(text(Math.ceil(LOGO_BYTES / 3) * 4))),
});
export type PutBranding = z.infer<typeof PutBranding>;

/** The response of PUT /branding: the stored branding, and the corrected colours. */
export const StoredBranding = z.extend(Branding, {
  corrections: z.array(
    z.object({
      field: z.string(),
      given: z.string(),
      used: z.string(),
      /** Contrast of the given colour and the background, 1 to 21. */
      contrast: z.number(),
    }),
  ),
});
export type StoredBranding = z.infer<typeof StoredBranding>;
