import * as z from 'zod/mini';
import type { ErrorCode } from './errors.ts';

/** One refused field. `pointer` is a JSON pointer as a URI fragment (RFC 6901), such as `#/returnUrl`. */
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
