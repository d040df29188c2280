import * as z from 'zod/mini';
import type { ErrorCode } from './errors.ts';

/** One field that was refused. `pointer` is a JSON pointer as a URI fragment (RFC 6901), such as `#/returnUrl`. */
export const FieldError = z.object({ pointer: z.string(), code: z.string(), detail: z.string() });
export type FieldError = z.infer<typeof FieldError>;

/** The body of every error: RFC 9457 problem+json with a code. `detail` never repeats input. */
export const Problem = z.object({
  type: z.string(),
  title: z.string(),
  status: z.int(),
  detail: z.string(),
  instance: z.string(),
  code: z.string() as z.ZodMiniType<ErrorCode | (string & {})>,
  requestId: z.string(),
  retryable: z.boolean(),
  errors: z.optional(z.array(FieldError)),
  currentStatus: z.optional(z.string()),
  allowedTransitions: z.optional(z.array(z.string())),
});
export type Problem = z.infer<typeof Problem>;

/**
 * Reads the header `Retry-After`: whole seconds, or a date as HTTP writes it.
 * @param now milliseconds since 1970.
 * @returns milliseconds from now, at least 0; `null` if the header is missing or unreadable.
 * @see https://www.rfc-editor.org/rfc/rfc9110#name-retry-after
 */
export function retryAfterMs(header: string | null | undefined, now: number): number | null {
  const value = header?.trim() ?? '';
  if (/^\d{1,9}$/.test(value)) return Number(value) * 1000;
  if (!/^[A-Z][a-z]{2}, \d\d [A-Z][a-z]{2} \d{4} \d\d:\d\d:\d\d GMT$/.test(value)) return null;
  const date = Date.parse(value);
  return Number.isNaN(date) ? null : Math.max(0, date - now);
}
