import * as z from 'zod/mini';
import { idSchema } from './ids.ts';
import { isLocalhost } from './returnUrl.ts';
import { Timestamp } from './scalars.ts';

/** An origin that a page may have: https, or http on localhost; exactly as browsers send it. */
export const Origin = z
  .string()
  .check(z.maxLength(300, { error: 'too_long' }))
  .check(z.refine(isPageOrigin, { error: 'origin_invalid' }));

/** Where a session key may be used from. */
export const AllowedOrigins = z
  .array(Origin)
  .check(z.minLength(1, { error: 'required' }))
  .check(z.maxLength(20, { error: 'too_long' }));

export const CreateSessionKey = z.strictObject({ allowedOrigins: AllowedOrigins });
export type CreateSessionKey = z.infer<typeof CreateSessionKey>;

/** A key for the page: one case, 15 minutes, from the listed origins. Shown this once. */
export const SessionKey = z.object({
  sessionKey: z.string(),
  caseId: idSchema('case'),
  expiresAt: Timestamp,
  allowedOrigins: z.array(z.string()),
});
export type SessionKey = z.infer<typeof SessionKey>;

/** The session that a back end gives its page: the response of `session-url`. */
export const ClientSession = z.object({
  caseId: z.string(),
  sessionKey: z.string(),
  expiresAt: Timestamp,
  baseUrl: z.string(),
});
export type ClientSession = z.infer<typeof ClientSession>;

/** Whether a text is an origin that a page may have; parsers of URLs take `*` for the name of a host. */
export function isPageOrigin(value: string): boolean {
  if (!URL.canParse(value) || value.includes('*')) return false;
  const url = new URL(value);
  return (
    url.origin === value &&
    (url.protocol === 'https:' || (url.protocol === 'http:' && isLocalhost(url.hostname)))
  );
}
