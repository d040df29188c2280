/**
 * The headers of the hosted page: only its own files run, scripts are never created from strings, and only the listed
 * origins may frame it.
 * @param frameAncestors origins.
 */
export function pageHeaders(frameAncestors: readonly string[]): Record<string, string> {
  const frames = frameAncestors.length > 0 ? frameAncestors.join(' ') : "'none'";
  const camera = ['self', ...frameAncestors.map((origin) => `"${origin}"`)].join(' ');
  return {
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Security-Policy': [
      "default-src 'none'",
      "script-src 'self' 'wasm-unsafe-eval'",
      "worker-src 'self'",
      "style-src 'self'",
      "img-src 'self' blob:",
      "media-src 'self' blob:",
      "connect-src 'self'",
      "form-action 'none'",
      "base-uri 'none'",
      `frame-ancestors ${frames}`,
      "require-trusted-types-for 'script'",
      'trusted-types lit-html idv-verify',
    ].join('; '),
    'Permissions-Policy': `camera=(${camera}), microphone=(), geolocation=(), payment=(), usb=()`,
    'Cross-Origin-Opener-Policy': 'same-origin',
    'X-Robots-Tag': 'noindex, nofollow, noarchive',
    Vary: 'Accept-Language',
  };
}
