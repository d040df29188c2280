import * as z from 'zod/mini';
import { text } from './scalars.ts';
import { Origin } from './sessionKey.ts';

const HttpsUrl = text(2048).check(
  z.refine((value) => URL.canParse(value) && new URL(value).protocol === 'https:', { error: 'url_invalid' }),
);
const Email = z.email({ error: 'email_invalid' }).check(z.maxLength(254, { error: 'too_long' }));

/**
 * Colours of the hosted page, `#rrggbb`: of buttons and links, on a light and on a dark background. A colour with less contrast
 * than 4.5 is corrected.
 */
const Color = z.string().check(z.regex(/^#[0-9a-f]{6}$/i, { error: 'color_invalid' }));
const Colors = z.strictObject({ accent: z.optional(Color), accentDark: z.optional(Color) });

/** Largest logo in bytes, before base64. */
const LOGO_BYTES = 300 * 1024;

/**
 * One line without bidirectional controls, with something to see: the name of the site, also used in the subject of
 * e-mails. A blank name would hide who asks.
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
 * Who asks for the check, of an account and mode: the consent names them, and the page sends people there who need help or
 * another way. `null`: not set.
 */
export const Branding = z.object({
  /** The name that people know the site by. */
  name: z.nullable(SiteName),
  /** The address of the logo, which the service serves. */
  logo: z.nullable(z.string()),
  colors: Colors,
  helpUrl: z.nullable(HttpsUrl),
  supportEmail: z.nullable(Email),
  privacyUrl: z.nullable(HttpsUrl),
  /** Where people go who do not want the check, or not their face in it. */
  alternativeUrl: z.nullable(HttpsUrl),
  /** Origins whose pages may frame the hosted page. */
  frameAncestors: z.array(Origin).check(z.maxLength(20, { error: 'too_long' })),
});
export type Branding = z.infer<typeof Branding>;

/**
 * The body of PUT /branding. Replaces all fields; omitted ones are cleared. `logo` is a PNG, JPEG or WebP file in base64,
 * or the address of the current logo, which then stays.
 */
export const PutBranding = z.strictObject({
  ...z.partial(Branding).shape,
  logo: z.optional(z.nullable(text(Math.ceil(LOGO_BYTES / 3) * 4))),
});
export type PutBranding = z.infer<typeof PutBranding>;

/** The answer to PUT /branding: the stored branding, and which colours were corrected. */
export const StoredBranding = z.extend(Branding, {
  corrections: z.array(
    z.object({
      field: z.string(),
      given: z.string(),
      used: z.string(),
      /** Of the given colour and the ground, 1 to 21. */
      contrast: z.number(),
    }),
  ),
});
export type StoredBranding = z.infer<typeof StoredBranding>;

/** A branding with nothing set. */
export const noBranding: Branding = {
  name: null,
  logo: null,
  colors: {},
  helpUrl: null,
  supportEmail: null,
  privacyUrl: null,
  alternativeUrl: null,
  frameAncestors: [],
};
