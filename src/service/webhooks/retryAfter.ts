/**
 * Reads the header `Retry-After`: seconds, or a date as HTTP writes it (RFC 9110, section 10.2.3).
 * @returns milliseconds from `now`, 0 if the date has passed; `null` without a header that can be read.
 */
export function retryAfter(header: string | undefined, now: number): number | null {
  const value = header?.trim() ?? '';
  if (/^\d{1,9}$/.test(value)) return Number(value) * 1000;
  if (!/^[A-Z][a-z]{2}, \d\d [A-Z][a-z]{2} \d{4} \d\d:\d\d:\d\d GMT$/.test(value)) return null;
  const date = Date.parse(value);
  return Number.isNaN(date) ? null : Math.max(0, date - now);
}
