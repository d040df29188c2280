import * as z from 'zod/mini';

// Schemas that several resources share. The text after `error` is the error code, not a message.

/** An instant: RFC 3339, UTC, milliseconds. */
export const Timestamp = z
  .string()
  .check(z.regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/, { error: 'timestamp_invalid' }));

/** A timestamp as callers may send it: RFC 3339 in UTC, with any fraction of a second or none. */
export const GivenTimestamp = z
  .string()
  .check(
    z.regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,9})?Z$/, { error: 'timestamp_invalid', abort: true }),
  )
  .check(z.refine(isRealInstant, { error: 'timestamp_invalid' }));

/** A text of `min` to `max` characters without U+0000, which PostgreSQL can't store. */
export function text(max: number, min = 1): z.ZodMiniString {
  return z
    .string()
    .check(z.minLength(min, { error: min === 1 ? 'required' : 'too_short' }))
    .check(z.maxLength(max, { error: 'too_long' }))
    .check(z.refine((value) => !value.includes('\0'), { error: 'control_character' }));
}

/** A language tag, BCP 47. */
export const Locale = z
  .string()
  .check(z.maxLength(35, { error: 'too_long' }))
  .check(z.refine(isLanguageTag, { error: 'locale_invalid' }));

/**
 * Whether day and time exist. `Date` converts 30 February to 2 March, and accepts the year 0, which PostgreSQL does
 * not.
 */
function isRealInstant(value: string): boolean {
  const date = new Date(value);
  if (Number.isNaN(date.getTime()) || value.startsWith('0000')) return false;
  return date.toISOString().slice(0, 19) === value.slice(0, 19);
}

function isLanguageTag(value: string): boolean {
  try {
    return Intl.getCanonicalLocales(value).length === 1;
  } catch {
    // It throws a RangeError for what is no tag.
    return false;
  }
}
