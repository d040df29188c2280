import * as z from 'zod/mini';

/** Digits, with a fraction if any. */
export const number = z.string().check(z.regex(/^\d+(\.\d+)?$/));

/** A whole number from `min` to `max`. */
export const atLeast = (min: number, max: number, fallback: number) =>
  z._default(z.pipe(number, z.coerce.number<string>().check(z.int(), z.gte(min), z.lte(max))), fallback);

/** A URL of a form. */
export const address = (form: RegExp) =>
  z.optional(z.string().check(z.refine((value) => form.test(value) && URL.canParse(value))));
