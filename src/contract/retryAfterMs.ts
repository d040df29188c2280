/**
 * Parses the header `Retry-After`: whole seconds, or an HTTP date.
 * @param now milliseconds since 1970.
 * @returns milliseconds from now, at least 0; `null` if the header is missing or invalid.
 * @see https://www.rfc-editor.org/rfc/rfc9110#name-retry-after
 */
export function retryAfterMs(header: string | null | undefined, now: number): number | null {
  const value = header?.trim() ?? '';
  if (/^\d{1,9}$/.test(value)) return Number(value) * 1000;
  if (!/^[A-Z][a-z]{2}, \d\d [A-Z][a-z]{2} \d{4} \d\d:\d\d:\d\d GMT$/.test(value)) return null;
  const date = Date.parse(value);
  return Number.isNaN(date) ? null : Math.max(0, date - now);
}
