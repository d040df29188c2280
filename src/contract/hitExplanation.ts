import * as z from 'zod/mini';

/** How a part of a name matched a listed one: `truncated` where a machine-readable line had no room for more. */
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
  /** Within ten years. */
  'apart',
  'different',
  'not_given',
  'not_listed',
]);
export type DateVerdict = z.infer<typeof DateVerdict>;

export const CountryVerdict = z.enum(['same', 'different', 'not_given', 'not_listed']);
export type CountryVerdict = z.infer<typeof CountryVerdict>;

export const IdentifierVerdict = z.enum(['same', 'different', 'not_given', 'not_listed']);
export type IdentifierVerdict = z.infer<typeof IdentifierVerdict>;

/** What a term of the score stands for. */
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
  'weak_alias',
  'organisation',
  'date_of_birth',
  'country',
  'whole_name_floor',
  'identifier',
]);
export type EvidenceKind = z.infer<typeof EvidenceKind>;

/** Which parts of the given name matched which parts of the listed one. Fields are `null` in hits stored before the field existed. */
export const NameExplanation = z.object({
  /** The name as it was given, and in Latin letters as it was compared. */
  given: z.nullable(z.string()),
  transliteration: z.nullable(z.string()),
  /** The listed name or alias that matched, as it was compared, and the quality that the list gives it. */
  listed: z.string(),
  listedTransliteration: z.nullable(z.string()),
  quality: z.enum(['primary', 'strong', 'weak']),
  /** `bits`: the information content of the match. */
  parts: z.array(
    z.object({
      given: z.string(),
      listed: z.string(),
      how: PartMatch,
      similarity: z.number(),
      bits: z.nullable(z.number()),
    }),
  ),
  /** Parts without a counterpart that count against the match. */
  onlyGiven: z.array(z.string()),
  onlyListed: z.array(z.string()),
  /** Parts that were left out, and why. */
  leftOut: z.array(z.object({ text: z.string(), side: z.enum(['given', 'listed']), reason: z.string() })),
  text: z.string(),
});
export type NameExplanation = z.infer<typeof NameExplanation>;

/** What matched what, and the weight of each match. `text` says the same in plain English. */
export const HitExplanation = z.object({
  /** `null` where only an identifier matched. */
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
  /** `null` in a hit from before identifiers were compared. */
  identifiers: z.nullable(
    z.object({
      result: IdentifierVerdict,
      /** The numbers that are the same on both sides. */
      matched: z.array(
        z.object({ country: z.nullable(z.string()), type: z.nullable(z.string()), number: z.string() }),
      ),
      text: z.string(),
    }),
  ),
  /**
   * What each observation adds: the values of `terms` come to `sum`, and `score` is 1 / (1 + exp(-0.18 * (sum + 6))).
   * `null` in a hit from before they were kept.
   */
  weights: z.nullable(
    z.object({
      terms: z.array(z.object({ kind: EvidenceKind, value: z.number(), text: z.string() })),
      sum: z.number(),
      score: z.number(),
    }),
  ),
});
export type HitExplanation = z.infer<typeof HitExplanation>;
