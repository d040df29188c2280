import { IdvApiError } from '../../client/errors.ts';
import type { DetailsFields } from '../../contract/detailsFields.ts';
import { fieldErrors } from '../../contract/fieldErrors.ts';
import type { Mode } from '../../contract/mode.ts';
import { type PersonalDetails, personalDetailsFor } from '../../contract/personalDetails.ts';
import type { FieldError } from '../../contract/problem.ts';
import type { DetailsPage } from '../step/detailsDraft.ts';
import type { FieldProblem, FormPort } from './formPort.ts';
import { readDetails } from './readDetails.ts';

interface JudgedDetails {
  /** The details to submit; `null` while there are problems. */
  details: PersonalDetails | null;
  /** At most one for each field, the one to fix first. */
  problems: FieldProblem[];
}

/** Validates the typed values against the service's schema and the policy of the case. */
function judgeDetails(
  typed: Readonly<Record<string, string>>,
  fields: DetailsFields,
  mode: Mode,
): JudgedDetails {
  const details = readDetails(typed, fields);
  const result = personalDetailsFor(mode, fields).safeParse(details);
  const problems = new Map<string, FieldProblem>();
  for (const error of result.success ? [] : [...missing(details, fields), ...fieldErrors(result.error)]) {
    const problem = problemOf(error, details, typed);
    if (!problems.has(problem.path)) problems.set(problem.path, problem);
  }
  return {
    details: result.success ? result.data : null,
    problems: [...problems.values()],
  };
}

/** Translates a field error, from the schema here or from the service, into the problem shown at the field. */
function problemOf(
  { pointer, code }: Pick<FieldError, 'pointer' | 'code'>,
  details: Readonly<Record<string, unknown>>,
  typed: Readonly<Record<string, string>>,
): FieldProblem {
  const path = pathOf(pointer, details);
  if (path === 'dateOfBirth') return { path, code: dateCode(details, typed) };
  const value = valueAt(details, pointer);
  if (code === 'too_long') return { path, code, n: value.length - longest(path) };
  if (code === 'name_characters' || code === 'control_character') {
    const character = [...value].find((sign) => !FITS_A_NAME.test(sign));
    return character ? { path, code: 'character', character } : { path, code: 'other' };
  }
  const isMissing =
    code === 'required' || code === 'given_name_required' || (value === '' && code !== 'duplicate');
  return { path, code: isMissing ? 'required' : code };
}

const FITS_A_NAME = /[\p{L}\p{M} '’‘ʻʼ\-.,\u200c\u200d]/u;

/**
 * Missing required fields. The schema reports these only after all other fields are valid, but a person should see all
 * problems at once.
 */
function missing(details: Readonly<Record<string, unknown>>, fields: DetailsFields) {
  const names = Object.entries(fields).flatMap(([name, use]) => (use === 'required' ? [name] : []));
  const needed = details['mononym'] ? names : ['givenName', ...names];
  return needed
    .filter((name) => details[name] === undefined)
    .map((name) => ({ pointer: `#/${name}`, code: 'required' }));
}

/** `#/address/city` -> `address.city`. */
function pathOf(pointer: string, details: Readonly<Record<string, unknown>>): string {
  const path = pointer.slice(2).replaceAll('/', '.');
  if (path === 'familyName' && details['mononym']) return 'fullName';
  if (path === 'address' || path === 'nationalId') return `${path}.country`;
  if (path !== 'nationalities') return path;
  const codes = (details['nationalities'] ?? []) as string[];
  const twice = codes.findIndex((code, position) => codes.indexOf(code) < position);
  return `nationalities.${Math.max(twice, 0)}`;
}

function valueAt(details: Readonly<Record<string, unknown>>, pointer: string): string {
  const value = pointer
    .slice(2)
    .split('/')
    .reduce<unknown>((part, key) => (part as Record<string, unknown> | undefined)?.[key], details);
  return typeof value === 'string' ? value : '';
}

function longest(path: string): number {
  if (path.startsWith('address.line')) return 200;
  const others: Record<string, number> = {
    'address.postalCode': 20,
    email: 254,
    'nationalId.type': 50,
    'nationalId.number': 50,
  };
  return others[path] ?? 100;
}

function dateCode(
  details: Readonly<Record<string, unknown>>,
  typed: Readonly<Record<string, string>>,
): string {
  const date = details['dateOfBirth'];
  if (typeof date !== 'string') return 'required';
  const hasAll = ['year', 'month', 'day'].every((part) => typed[`dateOfBirth.${part}`]?.trim());
  if (!hasAll || !/^[12]\d{3}-/.test(date)) return 'date_parts';
  return 'date_invalid';
}

/** Validates all typed values. The address is checked by the rules of its country instead of the schema. */
export function judgeForm(form: FormPort): JudgedDetails {
  const { details, problems } = judgeDetails(form.typed, form.fields, form.case.mode);
  const ofAddress = form.fields.address === 'hidden' ? [] : form.addressProblems();
  const others = problems.filter(({ path }) => !ofAddress.some((problem) => problem.path === path));
  return { details, problems: [...others, ...ofAddress] };
}

/** The fields that the service refused; empty if the error has another cause. */
export function refusedFields({ typed, fields }: FormPort, error: unknown): FieldProblem[] {
  if (!(error instanceof IdvApiError)) return [];
  const details = readDetails(typed, fields);
  return error.errors.map((refusal) => problemOf(refusal, details, typed));
}

const NAMES = ['givenName', 'middleName', 'familyName', 'fullName', 'nativeName', 'mononym'];
const BIRTH = ['dateOfBirth', 'nationalities', 'countryOfBirth'];

/** The page of a value, by its path. */
export function pageOfField(path: string): DetailsPage {
  const [field] = path.split('.');
  if (NAMES.includes(field!)) return 'name';
  if (BIRTH.includes(field!)) return 'birth';
  return field === 'address' ? 'address' : 'more';
}
