import type { MiddlewareHandler } from 'hono';
import { secureHeaders } from 'hono/secure-headers';
import { styleHashes } from './inlineStyles.ts';

/**
 * Everything from the site itself, the calls to the service too; no eval, no inline script, and of inline styles the
 * sheets of the site alone. The tour alone frames pages.
 * @param walletUrl of the test wallet, whose script opens a window that answers the page.
 */
export function securityHeaders(walletUrl: string | null): MiddlewareHandler {
  return secureHeaders({
    ...(walletUrl && { crossOriginOpenerPolicy: 'same-origin-allow-popups' }),
    contentSecurityPolicy: {
      defaultSrc: ["'none'"],
      scriptSrc: ["'self'", "'wasm-unsafe-eval'", ...(walletUrl ? [walletUrl] : [])],
      styleSrc: ["'self'", ...styleHashes],
      imgSrc: ["'self'", 'blob:'],
      connectSrc: ["'self'"],
      workerSrc: ["'self'"],
      formAction: ["'self'"],
      baseUri: ["'none'"],
      frameSrc: ["'self'"],
      frameAncestors: ["'self'"],
    },
    permissionsPolicy: { camera: ['self'], microphone: [], geolocation: [] },
    referrerPolicy: 'same-origin',
  });
}
