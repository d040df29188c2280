import * as z from 'zod/mini';
import { isBirthDate } from './birthDate.ts';
import { Country } from './countries.ts';
import { Hit, ListTopic } from './hit.ts';
import { idSchema } from './ids.ts';
import { sizeLimits } from './limits.ts';
import { Mode } from './mode.ts';
import { Timestamp, text } from './scalars.ts';
import { ThresholdRule } from './thresholds.ts';

/** Any printable name of up to 200 characters: at least one letter or digit, no control characters. */
const ScreenedName = text(200).check(
  z.refine((name) => /[\p{L}\p{N}]/u.test(name) && !/\p{Cc}/u.test(name), { error: 'name_unprintable' }),
);

/** A date known to the day, the month or the year: `YYYY-MM-DD`, `YYYY-MM` or `YYYY`. */
const PartialDate = z
  .string()
  .check(z.refine(isPartialDate, { error: 'date_invalid', abort: true }))
  .check(z.refine(isBirthDate, { error: 'date_out_of_range' }));

/** A number issued by an authority: of a passport, a national register, a tax office. */
export const Identifier = z.strictObject({
  country: z.optional(Country),
  type: z.optional(text(50)),
  number: text(120),
});
export type Identifier = z.infer<typeof Identifier>;

/** Maximum number of spellings of a name, separated by semicolons: the combinations of the spellings of its fields. */
const MAX_SPELLINGS = 64;

function hasFewSpellings(...names: (string | undefined)[]): boolean {
  const counts = names.map((name) => name?.split(/[;；؛]/).length ?? 1);
  return counts.reduce((all, count) => all * count, 1) <= MAX_SPELLINGS;
}

const Identifiers = z.array(Identifier).check(z.maxLength(20, { error: 'too_long' }));

/** The person to search for. Either `fullName`, or `familyName`, with `givenName` if there is one. */
export const ScreenedPerson = z
  .strictObject({
    givenName: z.optional(ScreenedName),
    middleName: z.optional(ScreenedName),
    familyName: z.optional(ScreenedName),
    fullName: z.optional(ScreenedName),
    /** The name in its own script, screened in addition to the Latin name. */
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
    z.refine(
      ({ fullName, familyName, givenName, middleName, nativeName }) =>
        hasFewSpellings(fullName, familyName, givenName, middleName) && hasFewSpellings(nativeName),
      { error: 'too_many_spellings' },
    ),
  );
export type ScreenedPerson = z.infer<typeof ScreenedPerson>;

/** The organisation to search for. */
export const ScreenedOrganisation = z.strictObject({
  name: ScreenedName.check(z.refine((name) => hasFewSpellings(name), { error: 'too_many_spellings' })),
  countries: z.optional(z.array(Country).check(z.maxLength(20, { error: 'too_long' }))),
  identifiers: z.optional(Identifiers),
});
export type ScreenedOrganisation = z.infer<typeof ScreenedOrganisation>;

/** Whether a text is an existing date, known to the day, the month or the year. */
function isPartialDate(value: string): boolean {
  const match = /^(\d{4})(?:-(\d\d)(?:-(\d\d))?)?$/.exec(value);
  if (!match) return false;
  const day = `${match[1]}-${match[2] ?? '01'}-${match[3] ?? '01'}`;
  const date = new Date(`${day}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(day);
}

/**
 * The result of a screening. `not_comparable`: nobody was ruled out, because part of the subject could not be compared
 * with the lists; `explain` names it. `possible_match` remains until every hit is resolved.
 */
export const AmlStatus = z.enum([
  'processing',
  'clear',
  'possible_match',
  'confirmed_match',
  'not_comparable',
  'unavailable',
]);
export type AmlStatus = z.infer<typeof AmlStatus>;

/**
 * The body of POST /aml/screen: exactly one of a case, a person and an organisation. `minScore` is the minimum score of
 * listed hits; default 0.7. Hits with a score of 0.7 or more determine the status, listed or not. A lower `minScore`
 * adds hits that determine the status too.
 */
export const Screen = z
  .strictObject({
    caseId: z.optional(text(60)),
    person: z.optional(ScreenedPerson),
    organisation: z.optional(ScreenedOrganisation),
    lists: z.optional(z.array(ListTopic).check(z.minLength(1, { error: 'required' }))),
    minScore: z.optional(z.number().check(z.gte(0.5), z.lte(0.9))),
    /** The customer's reference for a subject without a case. A case has its own. */
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

/** One list of a dataset; `null` for what it does not state. */
export const DatasetList = z.object({
  name: z.string(),
  publishedAt: z.nullable(Timestamp),
  fetchedAt: z.nullable(Timestamp),
  entities: z.int(),
  rejectedRows: z.int(),
  /** Whether it exceeds its maximum age; `null` if its age is unknown. */
  isStale: z.nullable(z.boolean()),
  /** Day of publication and hash of its files. */
  version: z.string(),
  /**
   * Why its newest version is not in use, and since when; the last accepted version stays in use. `null` if the newest
   * version is in use.
   */
  refused: z.nullable(z.object({ why: z.string(), since: Timestamp })),
  publisher: z.nullable(z.string()),
  sourceUrl: z.nullable(z.string()),
  licence: z.nullable(z.string()),
});
export type DatasetList = z.infer<typeof DatasetList>;

/** A required list that was not in use or was too old: the status was then never `clear`. */
export const LackingList = z.object({
  /** Its code, or the file or the address that has never been read. */
  list: z.string(),
  why: z.enum(['missing', 'outdated']),
  detail: z.string(),
});
export type LackingList = z.infer<typeof LackingList>;

/** Identifies the lists of a screening. `version` changes with the content of any list. */
export const Dataset = z.object({
  version: z.string(),
  publishedAt: z.nullable(Timestamp),
  /** A newer version that other processes used and this one had not loaded. The status was then never `clear`. */
  newerVersion: z.nullable(z.string()),
  /** The required lists (`AML_REQUIRED_LISTS`) that lacked; always empty in test mode. */
  lacking: z.array(LackingList),
  /** Entities whose names are all in scripts without vowels (Arabic, Hebrew). */
  namedWithoutVowels: z.int(),
  lists: z.array(DatasetList),
});
export type Dataset = z.infer<typeof Dataset>;

/** The criteria of a screening, on which the meaning of its status depends. */
export const ScreeningCriteria = z.object({
  /** The score from which a hit was a possible match, where no rule of `thresholds` fits it. */
  threshold: z.number(),
  /** The thresholds in force: their version (0: none were set), and the rules of it. */
  thresholds: z.object({ version: z.int(), rules: z.array(ThresholdRule) }),
  /** The value of the request; `null` if there was none. */
  minScore: z.nullable(z.number()),
  lists: z.nullable(z.array(ListTopic)),
  /** The API key of the request; `null` if the service screened automatically. */
  requestedBy: z.nullable(z.string()),
});
export type ScreeningCriteria = z.infer<typeof ScreeningCriteria>;

/** Why a part of the subject could not be compared with the lists. */
export const NotComparedReason = z.enum([
  'script_not_read',
  'name_empty',
  'name_too_long',
  'too_many_spellings',
  'identifier_unreadable',
  'identifier_kind_not_held',
  'list_kind_not_loaded',
]);
export type NotComparedReason = z.infer<typeof NotComparedReason>;

/** The parts of the subject that could not be compared. */
export const ScreeningExplanation = z.object({
  /** The first reason. */
  why: NotComparedReason,
  notCompared: z.array(
    z.object({
      why: NotComparedReason,
      /** The field of the person or the organisation, such as `nativeName`. */
      field: z.string(),
      /**
       * The script by its Unicode name, or `Mixed`, `Kanji`, `Han_transcription` and the like; or the kind of number or
       * list.
       */
      kind: z.nullable(z.string()),
    }),
  ),
  text: z.string(),
});
export type ScreeningExplanation = z.infer<typeof ScreeningExplanation>;

/** A warning about the data behind a screening. */
export const ScreeningWarning = z.object({
  code: z.enum(['dataset_outdated', 'list_required', 'list_refused', 'list_stale', 'names_without_vowels']),
  /** The code of the list; `null` for the dataset as a whole. */
  list: z.nullable(z.string()),
  detail: z.string(),
});
export type ScreeningWarning = z.infer<typeof ScreeningWarning>;

export const AmlScreening = z.object({
  id: idSchema('aml'),
  object: z.literal('aml_screening'),
  mode: Mode,
  caseId: z.nullable(idSchema('case')),
  status: AmlStatus,
  /** From the case, the watch or the request. */
  clientReferenceId: z.nullable(z.string()),
  criteria: ScreeningCriteria,
  dataset: z.nullable(Dataset),
  /** The parts that could not be compared; `null` if all were. */
  explain: z.nullable(ScreeningExplanation),
  warnings: z.array(ScreeningWarning),
  /** The best 20, open ones first. `GET /aml/screen/:id/hits` returns all. */
  hits: z.array(Hit),
  /** Number of hits that determine the status, including those not listed; `null` until it is finished. */
  totalHits: z.nullable(z.int()),
  createdAt: Timestamp,
  completedAt: z.nullable(Timestamp),
});
export type AmlScreening = z.infer<typeof AmlScreening>;
