/**
 * Reads the header `Retry-After`: whole seconds or an HTTP date.
 * @param now milliseconds since 1970.
 * @returns milliseconds from now, at least 0; `null` if the header is missing or unreadable.
 * @see https://www.rfc-editor.org/rfc/rfc9110#name-retry-after
 */
export function retryAfterMs(header: string | null, now: number): number | null {
  if (header === null) return null;
  if (/^\d+$/.test(header.trim())) return Number(header) * 1000;
  const date = Date.parse(header);
  return Number.isNaN(date) ? null : Math.max(0, date - now);
}
