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
  /** Default: the language of the case. */
  language: z.optional(Locale),
});

/**
 * Messages to send a link with: the name of the site, the deadline, the host of the page. The service does not send
 * them.
 */
export const LinkTexts = z.object({
  /** The language of the texts: `en` if the requested one is not supported. */
  language: z.string(),
  email: z.object({ subject: z.string(), text: z.string(), html: z.string() }),
  sms: z.string(),
});
export type LinkTexts = z.infer<typeof LinkTexts>;

/**
 * The body of POST /links/redeem: the secret of a link, or only the cookie of a browser that opened it before. Another
 * browser has to send `dateOfBirth` after the personal details were submitted.
 */
export const RedeemLink = z.strictObject({
  secret: z.optional(text(100)),
  dateOfBirth: z.optional(z.string().check(z.regex(/^\d{4}-\d\d-\d\d$/, { error: 'date_invalid' }))),
  /** The case that the page showed before a reload. The cookie of another case cannot continue it. */
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
