import * as z from 'zod/mini';
import { GivenTimestamp, Timestamp, text } from './scalars.ts';

/** How a part of a name matched a listed part. `truncated`: a machine-readable line had no room for more. */
export const PartMatch = z.enum([
  'same',
  'spelling',
  'initial',
  'nickname',
  'joined',
  'romanisation',
  'truncated',
]);
export type PartMatch = z.infer<typeof PartMatch>;

export const DateVerdict = z.enum([
  'same',
  'same_year',
  'compatible',
  'close',
  /** Within two years. */
  'near',
  /** Within five years. */
  'few_years',
  /** Within ten years. */
  'apart',
  'different',
  'not_given',
  'not_listed',
  /** The given date stands for an unknown one, such as 1900-01-01, and was not compared. */
  'placeholder',
]);
export type DateVerdict = z.infer<typeof DateVerdict>;

export const CountryVerdict = z.enum(['same', 'different', 'not_given', 'not_listed']);
export type CountryVerdict = z.infer<typeof CountryVerdict>;

/** `other_country`: the same number, issued by another country, which does not alert by itself. */
export const IdentifierVerdict = z.enum(['same', 'other_country', 'different', 'not_given', 'not_listed']);
export type IdentifierVerdict = z.infer<typeof IdentifierVerdict>;

/** The kind of evidence behind a term of the score. */
export const EvidenceKind = z.enum([
  'base',
  'name_met',
  'name_only_given',
  'name_only_listed',
  'name_conflict',
  'name_coverage',
  'name_spelling',
  'name_romanisation',
  'name_order',
  'name_whole',
  'name_common',
  'weak_alias',
  'organisation',
  'date_of_birth',
  'country',
  'whole_name_floor',
  'identifier',
]);
export type EvidenceKind = z.infer<typeof EvidenceKind>;

/** Which parts of the given name matched which parts of the listed one. */
export const NameExplanation = z.object({
  /** The given name, and its Latin form that was compared. */
  given: z.string(),
  transliteration: z.string(),
  /** The listed name or alias that matched, its Latin form that was compared, and the quality stated by the list. */
  listed: z.string(),
  listedTransliteration: z.string(),
  quality: z.enum(['primary', 'strong', 'weak']),
  /** `bits`: the information content of the match. */
  parts: z.array(
    z.object({
      given: z.string(),
      listed: z.string(),
      how: PartMatch,
      similarity: z.number(),
      bits: z.number(),
    }),
  ),
  /** Parts without a counterpart that count against the match. */
  onlyGiven: z.array(z.string()),
  onlyListed: z.array(z.string()),
  /** Parts that were left out, with the reason. */
  leftOut: z.array(z.object({ text: z.string(), side: z.enum(['given', 'listed']), reason: z.string() })),
  text: z.string(),
});
export type NameExplanation = z.infer<typeof NameExplanation>;

/** The matches and the weight of each. `text` contains the same in plain English. */
export const HitExplanation = z.object({
  /** `null` if only an identifier matched. */
  name: z.nullable(NameExplanation),
  dateOfBirth: z.object({
    result: DateVerdict,
    given: z.nullable(z.string()),
    listed: z.array(z.string()),
    text: z.string(),
  }),
  country: z.object({
    result: CountryVerdict,
    given: z.array(z.string()),
    listed: z.array(z.string()),
    text: z.string(),
  }),
  identifiers: z.object({
    result: IdentifierVerdict,
    /** The numbers that are equal on both sides. */
    matched: z.array(
      z.object({ country: z.nullable(z.string()), type: z.nullable(z.string()), number: z.string() }),
    ),
    text: z.string(),
  }),
  /** The weight of each observation: `terms` add up to `sum`, and `score` is 1 / (1 + exp(-0.18 * (sum + 6))). */
  weights: z.object({
    terms: z.array(z.object({ kind: EvidenceKind, value: z.number(), text: z.string() })),
    sum: z.number(),
    score: z.number(),
  }),
});
export type HitExplanation = z.infer<typeof HitExplanation>;

export const ListTopic = z.enum(['sanctions', 'pep', 'counter']);
export type ListTopic = z.infer<typeof ListTopic>;

export const HitResolution = z.enum(['false_positive', 'true_match']);
export type HitResolution = z.infer<typeof HitResolution>;

/** The reason for the resolution of a hit. */
export const HitReasonCode = z.enum([
  'different_name',
  'different_birth_date',
  'different_country',
  'different_identifier',
  'same_person',
  'other',
  'different_sex',
  'different_place_of_birth',
  'deceased',
]);
export type HitReasonCode = z.infer<typeof HitReasonCode>;

/** Strength of the evidence; the documentation has the measured precision of each band. */
export const HitStrength = z.enum(['weak', 'fair', 'strong', 'exact']);
export type HitStrength = z.infer<typeof HitStrength>;

/** The list entry of a person or an organisation. */
export const ListedEntity = z.object({
  id: z.string(),
  name: z.string(),
  /** `unknown`: the list does not state it. */
  kind: z.enum(['person', 'organisation', 'vessel', 'aircraft', 'unknown']),
  aliases: z.array(z.string()),
  /** EDTF: `1968-02-27`, `1968`, approximate `1968~`, interval `1960/1965`. */
  birthDates: z.array(z.string()),
  placesOfBirth: z.array(z.string()),
  gender: z.nullable(z.string()),
  /**
   * Nationalities, places of birth and residences together. Nationalities and residences are also listed separately.
   */
  countries: z.array(z.string()),
  nationalities: z.array(z.string()),
  residences: z.array(z.string()),
  identifiers: z.array(
    z.object({
      country: z.nullable(z.string()),
      type: z.nullable(z.string()),
      number: z.string(),
      /** The list's remark about the document. */
      note: z.nullable(z.string()),
    }),
  ),
  programmes: z.array(z.string()),
  /** The day of the listing, as stated by the list. */
  listedOn: z.nullable(z.string()),
  position: z.nullable(z.string()),
  /**
   * Public functions, such as those of a politically exposed person, the latest first, if the list has fields for them.
   */
  functions: z.array(
    z.object({
      title: z.string(),
      /**
       * Level of the function: a topic of OpenSanctions such as `gov.national`, or a value from the customer's own
       * list.
       */
      level: z.nullable(z.string()),
      /** `YYYY-MM-DD`, `YYYY-MM` or `YYYY`. */
      since: z.nullable(z.string()),
      until: z.nullable(z.string()),
    }),
  ),
  /**
   * Linked parties: owners, property, and control, if the list has them (`Ownership` and `Control` of FollowTheMoney). A link
   * is a fact about the entity, no hit on the other party.
   */
  links: z.array(
    z.object({
      how: z.enum(['owns', 'owned_by', 'controls', 'controlled_by']),
      id: z.string(),
      name: z.string(),
      /** Why the other party is listed itself; empty if it is not. */
      topics: z.array(z.string()),
      /** The share in per cent, as the list writes it: `51`, `25-50`. */
      share: z.nullable(z.string()),
      /** Whether the share, or the lower end of a range, is 50 % or more; `null` if it is not stated. */
      isHalfOrMore: z.nullable(z.boolean()),
      since: z.nullable(z.string()),
      until: z.nullable(z.string()),
    }),
  ),
  remarks: z.nullable(z.string()),
  sourceUrl: z.nullable(z.string()),
});
export type ListedEntity = z.infer<typeof ListedEntity>;

/** A proposal that a second person has to confirm: reverting a true match takes two, and ruling out an exact hit. */
export const HitProposal = z.object({
  resolution: HitResolution,
  reasonCode: HitReasonCode,
  note: z.string(),
  /** The API key of the proposal, and the name of the reviewer if the caller gave it. */
  by: z.string(),
  reviewer: z.nullable(z.string()),
  at: Timestamp,
});
export type HitProposal = z.infer<typeof HitProposal>;

/**
 * A false positive of one customer, which suppresses the alert for this customer until a date. Then the hit is open again. It
 * counts for nobody else.
 */
export const AmlException = z.object({
  /** The excluded entries, with their names and lists at that time. */
  entityIds: z.array(z.string()),
  name: z.string(),
  lists: z.array(z.string()),
  reasonCode: HitReasonCode,
  /** The reason in words; `null` after the person was erased. */
  note: z.nullable(z.string()),
  /** The API key or the reviewer who made it. */
  by: z.string(),
  at: Timestamp,
  until: Timestamp,
  /** The customer: the case or the watch; both `null` if it belongs to the `clientReferenceId` of the screening alone. */
  caseId: z.nullable(z.string()),
  watchId: z.nullable(z.string()),
  /** The screening in which the hit was resolved: what the decision rests on. */
  screeningId: z.string(),
});
export type AmlException = z.infer<typeof AmlException>;

/** What was decided on the same entry for another customer with the same details. It decides nothing for this one. */
export const OtherCustomersResolution = z.object({
  resolution: HitResolution,
  reasonCode: HitReasonCode,
  at: Timestamp,
});
export type OtherCustomersResolution = z.infer<typeof OtherCustomersResolution>;

/** A resolution made before the list entry changed. */
export const EarlierResolution = z.object({
  resolution: HitResolution,
  reasonCode: HitReasonCode,
  note: z.nullable(z.string()),
  at: Timestamp,
  /** The fields of the entity that have changed since. */
  changed: z.array(z.string()),
});
export type EarlierResolution = z.infer<typeof EarlierResolution>;

/**
 * A listed entity that resembles the subject. `score` is from 0 to 1; `explain` has the comparison of each field. An
 * entity on several lists is one hit: `id` is the best entry, `sources` has all of them.
 */
export const Hit = z.object({
  id: z.string(),
  score: z.number(),
  strength: HitStrength,
  lists: z.array(z.string()),
  /** Reasons for the listing in the vocabulary of OpenSanctions: `sanction`, `role.pep`, `debarment` … */
  topics: z.array(z.string()),
  entity: ListedEntity,
  sources: z.array(z.object({ id: z.string(), list: z.string(), sourceUrl: z.nullable(z.string()) })),
  explain: HitExplanation,
  resolution: z.nullable(HitResolution),
  reasonCode: z.nullable(HitReasonCode),
  note: z.nullable(z.string()),
  earlier: z.array(EarlierResolution),
  /** The five newest. The hit stays as open as it is without them. */
  otherCustomers: z.array(OtherCustomersResolution),
  /** A resolution that awaits a second reviewer. */
  proposal: z.nullable(HitProposal),
  /** Since when the entry is on no list any more. The hit stays open. */
  endedAt: z.nullable(Timestamp),
});
export type Hit = z.infer<typeof Hit>;

/**
 * The response of POST /aml/screen/:id/hits/:hitId/resolution. With `proposed` it awaits a second person, and nothing has
 * changed yet.
 */
export const ResolvedHit = z.extend(Hit, { proposed: z.optional(z.literal(true)) });
export type ResolvedHit = z.infer<typeof ResolvedHit>;

/** The body of POST /aml/screen/:id/hits/:hitId/resolution. */
export const ResolveHit = z
  .strictObject({
    resolution: HitResolution,
    reasonCode: HitReasonCode,
    note: text(2000),
    /** The reviewer's name, for the record. A second person is another API key or another reviewer of the desk. */
    reviewer: z.optional(text(200)),
    /**
     * The time until which a false positive is remembered for this customer. Then the hit is open again, as it is when the
     * entry changes. Without it: for the number of days in the setting `AML_EXCEPTION_DAYS`.
     */
    until: z.optional(GivenTimestamp),
  })
  .check(
    z.refine(({ resolution, until }) => until === undefined || resolution === 'false_positive', {
      error: 'until_of_true_match',
      path: ['until'],
    }),
  );
export type ResolveHit = z.infer<typeof ResolveHit>;

/** The query of GET /aml/entities/:id: the entry as loaded now, or as in the given dataset of a screening. */
export const ReadEntity = z.strictObject({ dataset: z.optional(text(200)) });
export type ReadEntity = z.infer<typeof ReadEntity>;
