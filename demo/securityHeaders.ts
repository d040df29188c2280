import type { MiddlewareHandler } from 'hono';
import { secureHeaders } from 'hono/secure-headers';
import { styleHashes } from './inlineStyles.ts';

/**
 * Everything from the site itself, the calls to the service too; no eval, no inline script, and of inline styles the
 * sheets of the site alone. The tour alone frames pages.
 */
export function securityHeaders(): MiddlewareHandler {
  return secureHeaders({
    contentSecurityPolicy: {
      defaultSrc: ["'none'"],
      scriptSrc: ["'self'", "'wasm-unsafe-eval'"],
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
