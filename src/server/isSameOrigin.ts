/**
 * Whether a request comes from a page of the site itself, or from no page at all. Browsers say so in `Sec-Fetch-Site`;
 * where they don't, the origin must have the host that was asked.
 * @see https://www.w3.org/TR/fetch-metadata/
 */
export function isSameOrigin(request: Request): boolean {
  const site = request.headers.get('sec-fetch-site');
  if (site !== null) return site === 'same-origin';
  const origin = request.headers.get('origin');
  if (origin === null) return true;
  const host = request.headers.get('host') ?? new URL(request.url).host;
  return URL.canParse(origin) && new URL(origin).host === host;
}
