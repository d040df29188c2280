import * as z from 'zod/mini';
import { Locale, Timestamp, text } from './scalars.ts';

/** The body of POST /cases/:id/consent: the person's choice, the version of the text and its language. */
export const GiveConsent = z.strictObject({ biometric: z.boolean(), textVersion: text(50), locale: Locale });
export type GiveConsent = z.infer<typeof GiveConsent>;

export const Consent = z.object({
  biometric: z.boolean(),
  textVersion: z.string(),
  locale: z.string(),
  at: Timestamp,
});
export type Consent = z.infer<typeof Consent>;
