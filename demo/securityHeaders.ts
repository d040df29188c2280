import type { MiddlewareHandler } from 'hono';
import { secureHeaders } from 'hono/secure-headers';

/** Everything from the site itself, the calls to the service too; no inline script, style or eval. The tour alone frames pages. */
export function securityHeaders(): MiddlewareHandler {
  return secureHeaders({
    contentSecurityPolicy: {
      defaultSrc: ["'none'"],
      scriptSrc: ["'self'", "'wasm-unsafe-eval'"],
      styleSrc: ["'self'"],
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
