import * as z from 'zod/mini';
import { Country } from './countries.ts';
import { idSchema } from './ids.ts';
import { Mode } from './mode.ts';
import { Timestamp, text } from './text.ts';

export const AmlStatus = z.enum(['processing', 'clear', 'possible_match', 'confirmed_match', 'unavailable']);
export type AmlStatus = z.infer<typeof AmlStatus>;

export const ListTopic = z.enum(['sanctions', 'pep']);
export type ListTopic = z.infer<typeof ListTopic>;

export const HitResolution = z.enum(['false_positive', 'true_match']);
export type HitResolution = z.infer<typeof HitResolution>;

/** Any printable name of up to 200 characters: at least one letter or digit, no control characters. */
const ScreenedName = text(200).check(
  z.refine((name) => /[\p{L}\p{N}]/u.test(name) && !/\p{Cc}/u.test(name), { error: 'name_unprintable' }),
);

/** A date known to the day, the month or the year: `YYYY-MM-DD`, `YYYY-MM` or `YYYY`. */
export const PartialDate = z.string().check(z.refine(isPartialDate, { error: 'date_invalid' }));

/** Whom to look for. `fullName`, or `familyName` with `givenName` where there is one. */
export const ScreenedPerson = z
  .strictObject({
    givenName: z.optional(ScreenedName),
    familyName: z.optional(ScreenedName),
    fullName: z.optional(ScreenedName),
    dateOfBirth: z.optional(PartialDate),
    nationalities: z.optional(z.array(Country).check(z.maxLength(5, { error: 'too_long' }))),
    countryOfBirth: z.optional(Country),
  })
  .check(
    z.refine(
      (person) =>
        person.fullName === undefined
          ? person.familyName !== undefined
          : person.familyName === undefined && person.givenName === undefined,
      { error: 'name_required' },
    ),
  );
export type ScreenedPerson = z.infer<typeof ScreenedPerson>;

/** The body of POST /aml/screen: a case or a person, not both. */
export const Screen = z
  .strictObject({
    caseId: z.optional(text(60)),
    person: z.optional(ScreenedPerson),
    lists: z.optional(z.array(ListTopic).check(z.minLength(1, { error: 'required' }))),
    minScore: z.optional(z.number().check(z.gte(0.5), z.lte(1))),
  })
  .check(
    z.refine((input) => (input.caseId === undefined) !== (input.person === undefined), {
      error: 'required',
      path: ['person'],
    }),
  );
export type Screen = z.infer<typeof Screen>;

/** Which lists decided: `version` changes with any of their content. */
export const Dataset = z.object({
  version: z.string(),
  publishedAt: z.nullable(Timestamp),
  lists: z.array(z.string()),
});
export type Dataset = z.infer<typeof Dataset>;

/** A listed entity that resembles the person. `score` runs from 0 to 1; `explain` says what met what. */
export const Hit = z.object({
  id: z.string(),
  score: z.number(),
  lists: z.array(z.string()),
  entity: z.object({
    name: z.string(),
    aliases: z.array(z.string()),
    birthDates: z.array(z.string()),
    countries: z.array(z.string()),
    sourceUrl: z.nullable(z.string()),
  }),
  explain: z.object({ name: z.unknown(), dateOfBirth: z.unknown(), country: z.unknown() }),
  resolution: z.nullable(HitResolution),
  note: z.nullable(z.string()),
});
export type Hit = z.infer<typeof Hit>;

export const AmlScreening = z.object({
  id: idSchema('aml'),
  object: z.literal('aml_screening'),
  mode: Mode,
  caseId: z.nullable(idSchema('case')),
  status: AmlStatus,
  dataset: z.nullable(Dataset),
  hits: z.array(Hit),
  createdAt: Timestamp,
  completedAt: z.nullable(Timestamp),
});
export type AmlScreening = z.infer<typeof AmlScreening>;

/** The body of POST /aml/screen/:id/hits/:hitId/resolution. */
export const ResolveHit = z.strictObject({ resolution: HitResolution, note: z.optional(text(2000)) });
export type ResolveHit = z.infer<typeof ResolveHit>;

/** Whether a text is a date that exists, known to the day, the month or the year. */
function isPartialDate(value: string): boolean {
  const match = /^(\d{4})(?:-(\d\d)(?:-(\d\d))?)?$/.exec(value);
  if (!match) return false;
  const day = `${match[1]}-${match[2] ?? '01'}-${match[3] ?? '01'}`;
  const date = new Date(`${day}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(day);
}
