import type * as z from 'zod/mini';
import type { FieldError } from './problem.ts';

/**
 * Converts the issues of a schema to field errors with codes. A check with a code of its own passes it as its `error`.
 * The other codes depend on the kind of issue: `required`, `invalid_type`, `invalid_value`, `too_short`, `too_long`,
 * `too_small`, `too_big`, `unknown_field`, `invalid`. The input is never repeated.
 */
export function fieldErrors(error: z.core.$ZodError): FieldError[] {
  return error.issues.flatMap((issue) => {
    if (issue.code === 'unrecognized_keys') {
      return issue.keys.map((key) => fieldError([...issue.path, key], 'unknown_field'));
    }
    return [fieldError(issue.path, codeOf(issue))];
  });
}

function fieldError(path: readonly PropertyKey[], code: string): FieldError {
  const pointer = path.map((part) => `/${String(part).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
  return { pointer: `#${pointer}`, code, detail: DETAILS[code] ?? 'The value is not valid.' };
}

function codeOf(issue: z.core.$ZodIssue): string {
  if (/^[a-z_]+$/.test(issue.message)) return issue.message;
  if (issue.code === 'invalid_type') return issue.input === undefined ? 'required' : 'invalid_type';
  if (issue.code === 'too_small')
    return issue.origin === 'string' || issue.origin === 'array' ? 'too_short' : 'too_small';
  if (issue.code === 'too_big')
    return issue.origin === 'string' || issue.origin === 'array' ? 'too_long' : 'too_big';
  return issue.code === 'invalid_value' ? 'invalid_value' : 'invalid';
}

const DETAILS: Record<string, string> = {
  required: 'This field is required.',
  invalid_type: 'The value has the wrong type.',
  invalid_value: 'The value is not one of those allowed.',
  too_short: 'The value is too short.',
  too_long: 'The value is too long.',
  too_small: 'The value is too small.',
  too_big: 'The value is too big.',
  unknown_field: 'This field is not known. Remove it, or check its spelling.',
  control_character: 'The value contains a character that cannot be stored.',
  name_characters: 'A name may hold letters, marks, spaces, apostrophes, hyphens, full stops and commas.',
  given_name_required: 'A given name is required unless mononym is true.',
  given_name_with_mononym: 'With mononym true the one name stands in familyName alone.',
  date_invalid: 'The date must be a real day, written YYYY-MM-DD.',
  date_out_of_range: 'The date must lie between 1900-01-01 and today.',
  duplicate: 'The value stands there twice.',
  country_invalid: 'The value must be an ISO 3166-1 alpha-2 country code in capitals.',
  email_invalid: 'The value must be an email address.',
  phone_invalid: 'The value must be a phone number in the form +4915112345678 (E.164).',
  timestamp_invalid: 'The value must be an RFC 3339 timestamp in UTC, such as 2026-01-31T12:00:00.000Z.',
  locale_invalid: 'The value must be a BCP 47 language tag.',
  url_invalid: 'The value must be an absolute URL.',
  origin_invalid: 'The value must be an origin: https://host, or http://localhost with a port.',
  expiry_out_of_range: 'The time must be between 15 minutes and 30 days from now.',
  until_of_true_match: 'Only a false positive may hold until a time.',
  until_past: 'The time must be in the future.',
  reference_of_case: 'A case has a clientReferenceId of its own: leave this field out.',
  one_of_form: 'Send one of response, error and wallet_nonce.',
  name_required: 'Give fullName, or familyName (with givenName where there is one), not both.',
  too_many_spellings:
    'The name has more than 64 spellings, separated by semicolons. Ask for some of them apart.',
  name_unprintable: 'The name must hold at least one letter or digit and no control characters.',
};
