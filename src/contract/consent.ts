import * as z from 'zod/mini';
import { Locale, Timestamp, text } from './scalars.ts';

/** SHA-256 in hexadecimal digits. */
const TextHash = z.string().check(z.regex(/^[0-9a-f]{64}$/, { error: 'hash_invalid' }));

/**
 * The body of POST /cases/:id/consent: what the person agreed to, in which version of the text and language.
 * `face`: whether the face may be measured; as `biometric` where it is left out. `textHash`: SHA-256 of the very text that was
 * shown, as UTF-8; the service has each text once, and asks for `text` with `consent_text_unknown`.
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

/** What the person agreed to. `textHash`: `null` if nobody said which text was shown. */
export const Consent = z.object({
  biometric: z.boolean(),
  face: z.boolean(),
  textVersion: z.string(),
  locale: z.string(),
  textHash: z.nullable(z.string()),
  at: Timestamp,
});
export type Consent = z.infer<typeof Consent>;

/** The answer to GET /cases/:id/consent: the consent with the words that were shown, `null` if nobody said. */
export const ShownConsent = z.extend(Consent, { text: z.nullable(z.string()) });
export type ShownConsent = z.infer<typeof ShownConsent>;
