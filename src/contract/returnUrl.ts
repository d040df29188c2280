import * as z from 'zod/mini';
import type { Mode } from './mode.ts';

/** URL parsers tolerate white space, control characters and backslashes, which a valid URL must not contain. */
const WRITTEN = /^[^\s\p{Cc}\\]+$/u;
/** The start of an http(s) URL without user info. */
const ON_THE_WEB = /^https?:\/\/[^/?#@]+(?:[/?]|$)/i;

/** An absolute URL of at most 2048 characters. Whether it is allowed depends on the mode. */
export const ReturnUrl = z
  .string()
  .check(z.maxLength(2048, { error: 'too_long' }))
  .check(z.refine((value) => WRITTEN.test(value) && URL.canParse(value), { error: 'url_invalid' }));

/** Whether the URL is allowed as a return URL: https, or http to localhost in test mode; no userinfo, no fragment. */
export function isReturnUrlAllowed(returnUrl: string, mode: Mode): boolean {
  const url = new URL(returnUrl);
  if (!ON_THE_WEB.test(returnUrl) || returnUrl.includes('#')) return false;
  return (
    url.protocol === 'https:' || (mode === 'test' && url.protocol === 'http:' && isLocalhost(url.hostname))
  );
}

/** Whether a host name is that of this machine. */
export function isLocalhost(hostname: string): boolean {
  return ['localhost', '127.0.0.1', '[::1]'].includes(hostname) || hostname.endsWith('.localhost');
}
