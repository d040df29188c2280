import * as z from 'zod/mini';
import { Branding } from './branding.ts';
import { Locale, Timestamp, text } from './scalars.ts';
import { ClientSession } from './sessionKey.ts';

/**
 * A link to the page that the service hosts for a case. The secret stands in the fragment of `url`, so that it reaches no
 * log; it is shown this once. Good until the case ends, another link takes its place, or it is deleted.
 */
export const Link = z.object({ url: z.string(), expiresAt: Timestamp });
export type Link = z.infer<typeof Link>;

/** The query of GET /cases/:id/link/texts. */
export const ReadLinkTexts = z.strictObject({
  /** By default that of the case. */
  language: z.optional(Locale),
});

/** Messages to send a link with: who asks, until when, where the page runs. The service sends none itself. */
export const LinkTexts = z.object({
  /** The language that they are in: `en` where there are no texts in the one asked for. */
  language: z.string(),
  email: z.object({ subject: z.string(), text: z.string(), html: z.string() }),
  sms: z.string(),
});
export type LinkTexts = z.infer<typeof LinkTexts>;

/**
 * The body of POST /links/redeem: the secret of a link, or nothing but the cookie of a browser that opened it before.
 * `dateOfBirth` is asked of another browser once the details of the person are in.
 */
export const RedeemLink = z.strictObject({
  secret: z.optional(text(100)),
  dateOfBirth: z.optional(z.string().check(z.regex(/^\d{4}-\d\d-\d\d$/, { error: 'date_invalid' }))),
  /** The case that the page showed before it was loaded again: the cookie of another one does not go on with it. */
  caseId: z.optional(text(100)),
});
export type RedeemLink = z.infer<typeof RedeemLink>;

/** The answer: a session for the page, and who asks. The browser gets a cookie along with it. */
export const RedeemedLink = z.object({
  session: ClientSession,
  locale: z.nullable(z.string()),
  branding: z.nullable(Branding),
});
export type RedeemedLink = z.infer<typeof RedeemedLink>;
