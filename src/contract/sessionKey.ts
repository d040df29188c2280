import * as z from 'zod/mini';
import { idSchema } from './ids.ts';
import { isLocalhost } from './returnUrl.ts';
import { Timestamp } from './scalars.ts';

/** An allowed origin of a page: https, or http on localhost, in exactly the form that browsers send. */
export const Origin = z
  .string()
  .check(z.maxLength(300, { error: 'too_long' }))
  .check(z.refine(isPageOrigin, { error: 'origin_invalid' }));

/** The origins from which a session key may be used. */
export const AllowedOrigins = z
  .array(Origin)
  .check(z.minLength(1, { error: 'required' }))
  .check(z.maxLength(20, { error: 'too_long' }));

export const CreateSessionKey = z.strictObject({ allowedOrigins: AllowedOrigins });
export type CreateSessionKey = z.infer<typeof CreateSessionKey>;

/** A key for the page: one case, 15 minutes, the listed origins. Shown only this once. */
export const SessionKey = z.object({
  sessionKey: z.string(),
  caseId: idSchema('case'),
  expiresAt: Timestamp,
  allowedOrigins: z.array(z.string()),
});
export type SessionKey = z.infer<typeof SessionKey>;

/** The session that a back end returns to its page: the response of `session-url`. */
export const ClientSession = z.object({
  caseId: z.string(),
  sessionKey: z.string(),
  expiresAt: Timestamp,
  baseUrl: z.string(),
});
export type ClientSession = z.infer<typeof ClientSession>;

/**
 * The characters of host names and addresses, and nothing else. URL parsers also accept `*`, `;`, `,` and quotes, which
 * would end a value in a header such as `Content-Security-Policy`.
 */
const PAGE_ORIGIN = /^https?:\/\/(?:[a-z0-9.-]+|\[[0-9a-f:.]+\])(?::\d{1,5})?$/;

/** Whether a text is an allowed origin of a page. */
export function isPageOrigin(value: string): boolean {
  if (!PAGE_ORIGIN.test(value) || !URL.canParse(value)) return false;
  const url = new URL(value);
  return (
    url.origin === value &&
    (url.protocol === 'https:' || (url.protocol === 'http:' && isLocalhost(url.hostname)))
  );
}
