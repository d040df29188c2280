import type { MiddlewareHandler } from 'hono';
import { secureHeaders } from 'hono/secure-headers';
import { styleHashes } from './inlineStyles.ts';

/**
 * Content is allowed from the site itself only, including calls to the service. No eval and no inline scripts; inline
 * styles only by the hashes of the site's sheets. Only the tour may frame pages.
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
