import * as z from 'zod/mini';
import { HitExplanation } from './hitExplanation.ts';
import { Timestamp, text } from './scalars.ts';

export const ListTopic = z.enum(['sanctions', 'pep']);
export type ListTopic = z.infer<typeof ListTopic>;

export const HitResolution = z.enum(['false_positive', 'true_match']);
export type HitResolution = z.infer<typeof HitResolution>;

/** Why a reviewer resolved a hit as they did. */
export const HitReasonCode = z.enum([
  'different_name',
  'different_birth_date',
  'different_country',
  'different_identifier',
  'same_person',
  'other',
]);
export type HitReasonCode = z.infer<typeof HitReasonCode>;

/** How strong the evidence is; the measured precision of each band stands in the documentation. */
export const HitStrength = z.enum(['weak', 'fair', 'strong', 'exact']);
export type HitStrength = z.infer<typeof HitStrength>;

/** What a list says of a person or an organisation. */
export const ListedEntity = z.object({
  id: z.string(),
  name: z.string(),
  kind: z.enum(['person', 'organisation']),
  aliases: z.array(z.string()),
  /** EDTF: `1968-02-27`, `1968`, approximate `1968~`, interval `1960/1965`. */
  birthDates: z.array(z.string()),
  placesOfBirth: z.array(z.string()),
  gender: z.nullable(z.string()),
  /** Nationalities, places of birth and residences together; the first and the last of them also apart. */
  countries: z.array(z.string()),
  nationalities: z.array(z.string()),
  residences: z.array(z.string()),
  identifiers: z.array(
    z.object({
      country: z.nullable(z.string()),
      type: z.nullable(z.string()),
      number: z.string(),
      /** What else the list says of the document. */
      note: z.optional(z.nullable(z.string())),
    }),
  ),
  programmes: z.array(z.string()),
  /** The day it was listed, as the list has it. */
  listedOn: z.nullable(z.string()),
  position: z.nullable(z.string()),
  remarks: z.nullable(z.string()),
  sourceUrl: z.nullable(z.string()),
});
export type ListedEntity = z.infer<typeof ListedEntity>;

/** What was said of a hit before the list changed what it says. */
export const EarlierResolution = z.object({
  resolution: HitResolution,
  reasonCode: z.nullable(HitReasonCode),
  note: z.nullable(z.string()),
  at: z.nullable(Timestamp),
  /** The fields of the entity that have changed since. */
  changed: z.array(z.string()),
});
export type EarlierResolution = z.infer<typeof EarlierResolution>;

/**
 * A listed entity that resembles who was screened. `score` runs from 0 to 1; `explain` says what met what. One that
 * stands on several lists is one hit: `id` is the best entry, `sources` has all of them.
 */
export const Hit = z.object({
  id: z.string(),
  score: z.number(),
  strength: z.nullable(HitStrength),
  lists: z.array(z.string()),
  /** Why it is listed, in the vocabulary of OpenSanctions: `sanction`, `role.pep`, `debarment` … */
  topics: z.array(z.string()),
  entity: ListedEntity,
  sources: z.array(z.object({ id: z.string(), list: z.string(), sourceUrl: z.nullable(z.string()) })),
  explain: HitExplanation,
  resolution: z.nullable(HitResolution),
  reasonCode: z.nullable(HitReasonCode),
  note: z.nullable(z.string()),
  earlier: z.array(EarlierResolution),
  /** Since when no list has the entry any more: that closes nothing by itself. */
  endedAt: z.nullable(Timestamp),
});
export type Hit = z.infer<typeof Hit>;

/** The body of POST /aml/screen/:id/hits/:hitId/resolution. */
export const ResolveHit = z.strictObject({
  resolution: HitResolution,
  reasonCode: HitReasonCode,
  note: text(2000),
});
export type ResolveHit = z.infer<typeof ResolveHit>;

/** The query of GET /aml/entities/:id: as loaded now, or as the screenings of a dataset saw it. */
export const ReadEntity = z.strictObject({ dataset: z.optional(text(200)) });
export type ReadEntity = z.infer<typeof ReadEntity>;
