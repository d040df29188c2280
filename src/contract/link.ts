import * as z from 'zod/mini';
import { Branding } from './branding.ts';
import { Locale, Timestamp, text } from './scalars.ts';
import { ClientSession } from './sessionKey.ts';

/**
 * A link to the hosted page of a case. The secret is in the fragment of `url`, so that it is not logged; it is shown
 * only once. Valid until the case ends, another link replaces it, or it is deleted.
 */
export const Link = z.object({ url: z.string(), expiresAt: Timestamp });
export type Link = z.infer<typeof Link>;

/** The query of GET /cases/:id/link/texts. */
export const ReadLinkTexts = z.strictObject({
  /** By default that of the case. */
  language: z.optional(Locale),
});

/**
 * Messages to send a link with: the name of the site, the deadline, the host of the page. The service does not send
 * them.
 */
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
  /** The case that the page showed before a reload: the cookie of another case does not continue it. */
  caseId: z.optional(text(100)),
});
export type RedeemLink = z.infer<typeof RedeemLink>;

/** The response: a session for the page, and the identity of the site. The browser also gets a cookie. */
export const RedeemedLink = z.object({
  session: ClientSession,
  locale: z.nullable(z.string()),
  branding: z.nullable(Branding),
});
export type RedeemedLink = z.infer<typeof RedeemedLink>;
