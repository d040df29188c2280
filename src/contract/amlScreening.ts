import * as z from 'zod/mini';
import { Country } from './countries.ts';
import { Hit, ListTopic } from './hit.ts';
import { idSchema } from './ids.ts';
import { sizeLimits } from './limits.ts';
import { Mode } from './mode.ts';
import { Timestamp, text } from './scalars.ts';

/** Any printable name of up to 200 characters: at least one letter or digit, no control characters. */
const ScreenedName = text(200).check(
  z.refine((name) => /[\p{L}\p{N}]/u.test(name) && !/\p{Cc}/u.test(name), { error: 'name_unprintable' }),
);

/** A date known to the day, the month or the year: `YYYY-MM-DD`, `YYYY-MM` or `YYYY`. */
export const PartialDate = z.string().check(z.refine(isPartialDate, { error: 'date_invalid' }));

/** A number that an authority gave: of a passport, a national register, a tax office. */
export const Identifier = z.strictObject({
  country: z.optional(Country),
  type: z.optional(text(50)),
  number: text(50),
});
export type Identifier = z.infer<typeof Identifier>;

const Identifiers = z.array(Identifier).check(z.maxLength(20, { error: 'too_long' }));

/** Whom to look for. `fullName`, or `familyName` with `givenName` where there is one. */
export const ScreenedPerson = z
  .strictObject({
    givenName: z.optional(ScreenedName),
    middleName: z.optional(ScreenedName),
    familyName: z.optional(ScreenedName),
    fullName: z.optional(ScreenedName),
    /** The name in its own script, looked for beside the other one. */
    nativeName: z.optional(ScreenedName),
    dateOfBirth: z.optional(PartialDate),
    nationalities: z.optional(
      z.array(Country).check(z.maxLength(sizeLimits.nationalities, { error: 'too_long' })),
    ),
    countryOfBirth: z.optional(Country),
    identifiers: z.optional(Identifiers),
  })
  .check(
    z.refine(
      ({ fullName, familyName, givenName, middleName }) =>
        fullName === undefined
          ? familyName !== undefined
          : familyName === undefined && givenName === undefined && middleName === undefined,
      { error: 'name_required' },
    ),
  );
export type ScreenedPerson = z.infer<typeof ScreenedPerson>;

/** Which organisation to look for. */
export const ScreenedOrganisation = z.strictObject({
  name: ScreenedName,
  countries: z.optional(z.array(Country).check(z.maxLength(20, { error: 'too_long' }))),
  identifiers: z.optional(Identifiers),
});
export type ScreenedOrganisation = z.infer<typeof ScreenedOrganisation>;

/** Whether a text is a date that exists, known to the day, the month or the year. */
function isPartialDate(value: string): boolean {
  const match = /^(\d{4})(?:-(\d\d)(?:-(\d\d))?)?$/.exec(value);
  if (!match) return false;
  const day = `${match[1]}-${match[2] ?? '01'}-${match[3] ?? '01'}`;
  const date = new Date(`${day}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(day);
}

export const AmlStatus = z.enum(['processing', 'clear', 'possible_match', 'confirmed_match', 'unavailable']);
export type AmlStatus = z.infer<typeof AmlStatus>;

/** The body of POST /aml/screen: one of a case, a person and an organisation. */
export const Screen = z
  .strictObject({
    caseId: z.optional(text(60)),
    person: z.optional(ScreenedPerson),
    organisation: z.optional(ScreenedOrganisation),
    lists: z.optional(z.array(ListTopic).check(z.minLength(1, { error: 'required' }))),
    minScore: z.optional(z.number().check(z.gte(0.5), z.lte(1))),
    /** What the customer calls somebody without a case; a case has its own. */
    clientReferenceId: z.optional(text(200)),
  })
  .check(
    z.refine(({ caseId, clientReferenceId }) => caseId === undefined || clientReferenceId === undefined, {
      error: 'reference_of_case',
      path: ['clientReferenceId'],
    }),
  )
  .check(
    z.refine(
      ({ caseId, person, organisation }) =>
        [caseId, person, organisation].filter((subject) => subject !== undefined).length === 1,
      { error: 'required', path: ['person'] },
    ),
  );
export type Screen = z.infer<typeof Screen>;

/** One list of a dataset; `null` where it says nothing of it. */
export const DatasetList = z.object({
  name: z.string(),
  publishedAt: z.nullable(Timestamp),
  fetchedAt: z.nullable(Timestamp),
  entities: z.nullable(z.int()),
  rejectedRows: z.nullable(z.int()),
  isStale: z.nullable(z.boolean()),
});
export type DatasetList = z.infer<typeof DatasetList>;

/** Which lists decided: `version` changes with any of their content. */
export const Dataset = z.object({
  version: z.string(),
  publishedAt: z.nullable(Timestamp),
  lists: z.array(DatasetList),
});
export type Dataset = z.infer<typeof Dataset>;

/** By what a screening was made: what its status means depends on it. */
export const ScreeningCriteria = z.object({
  /** The score from which a hit was a possible match. */
  threshold: z.number(),
  /** As the call asked for; `null`: not at all. */
  minScore: z.nullable(z.number()),
  lists: z.nullable(z.array(ListTopic)),
  /** The API key of the call; `null` where the service screened by itself. */
  requestedBy: z.nullable(z.string()),
});
export type ScreeningCriteria = z.infer<typeof ScreeningCriteria>;

export const AmlScreening = z.object({
  id: idSchema('aml'),
  object: z.literal('aml_screening'),
  mode: Mode,
  caseId: z.nullable(idSchema('case')),
  status: AmlStatus,
  /** Of the case, the watch or the call. */
  clientReferenceId: z.nullable(z.string()),
  /** `null` in a screening from before it was kept. */
  criteria: z.nullable(ScreeningCriteria),
  dataset: z.nullable(Dataset),
  hits: z.array(Hit),
  createdAt: Timestamp,
  completedAt: z.nullable(Timestamp),
});
export type AmlScreening = z.infer<typeof AmlScreening>;
