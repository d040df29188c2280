import * as z from 'zod/mini';
import { text } from './scalars.ts';

const HttpsUrl = text(2048).check(
  z.refine((value) => URL.canParse(value) && new URL(value).protocol === 'https:', { error: 'url_invalid' }),
);
const Email = z.email({ error: 'email_invalid' }).check(z.maxLength(254, { error: 'too_long' }));

/** Colours of the page, `#rrggbb`. None can be set yet. */
const Colors = z.strictObject({});

/**
 * Who asks for the check, of an account and mode: the consent names them, and the page sends people there who need help or
 * another way. `null`: not set.
 */
export const Branding = z.object({
  /** The name that people know the site by. */
  name: z.nullable(text(100)),
  /** Cannot be set yet. */
  logo: z.null(),
  colors: Colors,
  helpUrl: z.nullable(HttpsUrl),
  supportEmail: z.nullable(Email),
  privacyUrl: z.nullable(HttpsUrl),
  /** Where people go who do not want the check, or not their face in it. */
  alternativeUrl: z.nullable(HttpsUrl),
  /** Cannot be set yet. */
  frameAncestors: z.array(z.never()),
});
export type Branding = z.infer<typeof Branding>;

/** The body of PUT /branding. It replaces all; what is left out is not set. */
export const PutBranding = z.strictObject(z.partial(Branding).shape);
export type PutBranding = z.infer<typeof PutBranding>;

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
