import * as z from 'zod/mini';
import { Locale, Timestamp, text } from './scalars.ts';

/** SHA-256 in hexadecimal digits. */
const TextHash = z.string().check(z.regex(/^[0-9a-f]{64}$/, { error: 'hash_invalid' }));

/**
 * The body of POST /cases/:id/consent: the person's consent, with version and language of the text. `face`: consent to
 * the measurement of the face; default: the value of `biometric`. `textHash`: SHA-256 of the exact text shown, as
 * UTF-8. The service stores one text for each case, and requests one that the case has not sent with `consent_text_unknown`.
 */
export const GiveConsent = z.strictObject({
  biometric: z.boolean(),
  face: z.optional(z.boolean()),
  textVersion: text(50),
  locale: Locale,
  textHash: z.optional(TextHash),
  text: z.optional(text(20_000)),
});
export type GiveConsent = z.infer<typeof GiveConsent>;

/** The person's consent. `textHash`: `null` if the page did not send it. */
export const Consent = z.object({
  biometric: z.boolean(),
  face: z.boolean(),
  textVersion: z.string(),
  locale: z.string(),
  textHash: z.nullable(z.string()),
  at: Timestamp,
});
export type Consent = z.infer<typeof Consent>;

/**
 * The response of GET /cases/:id/consent: the consent with the text that was shown; `null` if the page did not send it.
 */
export const ShownConsent = z.extend(Consent, { text: z.nullable(z.string()) });
export type ShownConsent = z.infer<typeof ShownConsent>;
