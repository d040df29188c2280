import * as z from 'zod/mini';
import { text } from './scalars.ts';

const HttpsUrl = text(2048).check(
  z.refine((value) => URL.canParse(value) && new URL(value).protocol === 'https:', { error: 'url_invalid' }),
);
const Color = z.string().check(z.regex(/^#[0-9a-f]{6}$/i, { error: 'color_invalid' }));

/** Colours of the page, `#rrggbb`. */
const Colors = z.strictObject({
  accent: z.optional(Color),
  background: z.optional(Color),
  text: z.optional(Color),
});

/** How the hosted page looks, and where it sends people who need help. `null`: nothing of the customer's own. */
export const Branding = z.strictObject({
  name: z.nullable(text(100)),
  /** An https address, or a `data:image/…` of up to 64 kB. */
  logo: z.nullable(
    z.union([
      HttpsUrl,
      z
        .string()
        .check(
          z.maxLength(65_536, { error: 'too_long' }),
          z.regex(/^data:image\/(png|jpeg|webp|svg\+xml);base64,[A-Za-z0-9+/]+=*$/, { error: 'url_invalid' }),
        ),
    ]),
  ),
  colors: Colors,
  helpUrl: z.nullable(HttpsUrl),
  supportEmail: z.nullable(
    z.email({ error: 'email_invalid' }).check(z.maxLength(254, { error: 'too_long' })),
  ),
});
export type Branding = z.infer<typeof Branding>;
