import * as z from 'zod/mini';
import { isBirthDate } from './birthDate.ts';
import { Country } from './countries.ts';
import { type DetailsFields, defaultDetailsFields } from './detailsFields.ts';
import { detailsLimits } from './detailsLimits.ts';
import { idSchema } from './ids.ts';
import type { Mode } from './mode.ts';
import { Timestamp, text } from './scalars.ts';

const NAME = /^(?=.*\p{L})[\p{L}\p{M} '’‘ʻʼ\-.,\u200c\u200d]+$/u;
const TEST_NAME = /^IDVTEST_[A-Z0-9_]+$/;

/**
 * Maximum length before normalisation, which is slow for many combining marks. No name of 100 characters needs more.
 */
const LONGEST_RAW = 500;

const nameOf = (mayBe: RegExp) =>
  z
    .string()
    .check(z.maxLength(LONGEST_RAW, { error: 'too_long', abort: true }))
    .check(z.normalize('NFC'))
    .check(z.trim())
    .check(z.minLength(1, { error: 'required' }))
    .check(z.maxLength(100, { error: 'too_long' }))
    .check(z.refine((value) => value === '' || mayBe.test(value), { error: 'name_characters' }));

/** A part of a name: 1–100 letters and marks of any script with the usual punctuation, in NFC. */
const Name = nameOf(NAME);

/** A family name in test mode: a name, or one of the reserved `IDVTEST_…` that force an outcome. */
const TestFamilyName = nameOf(new RegExp(`${NAME.source}|${TEST_NAME.source}`, 'u'));

const DateOfBirth = z
  .string()
  .check(z.refine(isRealDay, { error: 'date_invalid', abort: true }))
  .check(z.refine(isBirthDate, { error: 'date_out_of_range' }));

const Address = z.strictObject({
  line1: text(200),
  line2: z.optional(text(200)),
  city: text(100),
  region: z.optional(text(100)),
  postalCode: z.optional(text(20)),
  country: Country,
});

const Nationalities = z
  .array(Country)
  .check(z.minLength(1, { error: 'required' }))
  .check(z.maxLength(detailsLimits.nationalities, { error: 'too_long' }))
  .check(z.refine((codes) => new Set(codes).size === codes.length, { error: 'duplicate' }));

const fields = {
  givenName: z.optional(Name),
  middleName: z.optional(Name),
  familyName: Name,
  nativeName: z.optional(Name),
  mononym: z.optional(z.boolean()),
  dateOfBirth: DateOfBirth,
  nationalities: z.optional(Nationalities),
  countryOfBirth: z.optional(Country),
  address: z.optional(Address),
  email: z.optional(z.email({ error: 'email_invalid' }).check(z.maxLength(254, { error: 'too_long' }))),
  phone: z.optional(z.string().check(z.regex(/^\+[1-9]\d{6,14}$/, { error: 'phone_invalid' }))),
  nationalId: z.optional(z.strictObject({ country: Country, type: text(50), number: text(50) })),
};

const needsGivenName = z.refine<NameParts>(
  (details) => details.mononym === true || details.givenName !== undefined,
  {
    error: 'given_name_required',
    path: ['givenName'],
  },
);
const onlyOneName = z.refine<NameParts>(
  (details) => !(details.mononym === true && details.givenName !== undefined),
  {
    error: 'given_name_with_mononym',
    path: ['givenName'],
  },
);

/** All personal details; the policy of the case decides which are required. */
export const PersonalDetails = z.strictObject(fields).check(needsGivenName, onlyOneName);
export type PersonalDetails = z.infer<typeof PersonalDetails>;

/**
 * The schema of personal details for a case, shared by the page's form and the route. In test mode `familyName` may
 * also be one of the reserved `IDVTEST_…` names.
 * @param uses whether each detail is requested; a missing required one is refused as `required`.
 */
export function personalDetailsFor(
  mode: Mode,
  uses: DetailsFields = defaultDetailsFields,
): typeof PersonalDetails {
  const required = Object.entries(uses).filter(([, use]) => use === 'required');
  return z.strictObject(mode === 'test' ? { ...fields, familyName: TestFamilyName } : fields).check(
    needsGivenName,
    onlyOneName,
    ...required.map(([name]) =>
      z.refine<Partial<Record<string, unknown>>>((details) => details[name] !== undefined, {
        error: 'required',
        path: [name],
      }),
    ),
  );
}

/** Details that the site already has, for confirmation by the person: any subset. */
export const Prefill = z.strictObject(z.partial(z.object({ ...fields, familyName: TestFamilyName })).shape);
export type Prefill = z.infer<typeof Prefill>;

/** The receipt for personal details. Values are never returned. */
export const PersonalDetailsReceipt = z.object({
  object: z.literal('personal_details_receipt'),
  caseId: idSchema('case'),
  submittedAt: Timestamp,
});
export type PersonalDetailsReceipt = z.infer<typeof PersonalDetailsReceipt>;

/** The source of each detail: the person, the site, or a credential. */
export const DetailsSources = z.record(z.string(), z.enum(['typed', 'prefill', 'credential']));
export type DetailsSources = z.infer<typeof DetailsSources>;

/** Personal details as returned with the scope `pii:read`; only the last four characters of the national id. */
export const StoredPersonalDetails = z.object({
  object: z.literal('personal_details'),
  caseId: idSchema('case'),
  givenName: z.nullable(z.string()),
  middleName: z.nullable(z.string()),
  familyName: z.string(),
  nativeName: z.nullable(z.string()),
  mononym: z.boolean(),
  dateOfBirth: z.string(),
  nationalities: z.array(z.string()),
  countryOfBirth: z.nullable(z.string()),
  address: z.nullable(
    z.object({
      line1: z.string(),
      line2: z.nullable(z.string()),
      city: z.string(),
      region: z.nullable(z.string()),
      postalCode: z.nullable(z.string()),
      country: z.string(),
    }),
  ),
  email: z.nullable(z.string()),
  phone: z.nullable(z.string()),
  nationalId: z.nullable(z.object({ country: z.string(), type: z.string(), last4: z.string() })),
  sources: DetailsSources,
  submittedAt: Timestamp,
});
export type StoredPersonalDetails = z.infer<typeof StoredPersonalDetails>;

type NameParts = { givenName?: string | undefined; mononym?: boolean | undefined };

/** Whether `YYYY-MM-DD` is an existing day. */
function isRealDay(day: string): boolean {
  if (!/^\d{4}-\d\d-\d\d$/.test(day)) return false;
  const date = new Date(`${day}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(day);
}
