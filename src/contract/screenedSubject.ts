import * as z from 'zod/mini';
import { Country } from './countries.ts';
import { limits } from './limits.ts';
import { text } from './scalars.ts';

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
      z.array(Country).check(z.maxLength(limits.nationalities, { error: 'too_long' })),
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
