import * as z from 'zod/mini';

/** Digits, with a fraction if any. */
export const number = z.string().check(z.regex(/^\d+(\.\d+)?$/));

/** A whole number from `min` to `max`. */
export const atLeast = (min: number, max: number, fallback: number) =>
  z._default(z.pipe(number, z.coerce.number<string>().check(z.int(), z.gte(min), z.lte(max))), fallback);

/** What a message calls the value of a setting, which may have come from a file or a program. */
export function valueName(name: string, env: Readonly<Record<string, string | undefined>>): string {
  if (env[`${name}_COMMAND`]) return `What the command of the setting ${name}_COMMAND prints`;
  return env[`${name}_FILE`] ? `The content of the file of ${name}_FILE` : `The setting ${name}`;
}

/** A URL of a form. */
export const address = (form: RegExp) =>
  z.optional(z.string().check(z.refine((value) => form.test(value) && URL.canParse(value))));
