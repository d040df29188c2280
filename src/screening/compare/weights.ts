/**
 * What each observation adds to the log odds that two names and dates are one person's. Fitted by
 * logistic regression on labelled pairs, then rounded towards what is known of people: a listed
 * date of birth is wrong more often than the labelled cases say, a day and a month get exchanged.
 */
export const weights = {
  base: -9.5,
  /** Per matched bit, up to a limit; beyond it, more bits count slightly against a match. */
  matched: 0.41,
  matchedEnough: 24,
  matchedBeyond: -0.03,
  /** Per bit that is unmatched on one side only, and on both sides. */
  onlyQuery: -0.08,
  /** Besides, per syllable of a name in Chinese or Korean script, which has no room for more names. */
  onlySyllable: -1.2,
  onlyListed: -0.02,
  conflict: -0.11,
  /** Per unmatched part that is opposed by an unmatched part of the other name. */
  opposed: -3.9,
  /** Per pair of parts less similar than the first number; the first row that applies counts. */
  unlike: [
    [0.76, -3.2],
    [0.84, -1.8],
    [0.9, -0.4],
    [0.96, -0.2],
  ],
  /** Times the share of matched bits. */
  coverage: 4.4,
  /** Every part of both names is matched. */
  whole: 0.6,
  /** The parts in the same order but begun elsewhere, as with the family name first; in another order. */
  rotated: -1.5,
  shuffled: -2.2,
  /** Times the bits of a part from a script without vowels: the consonants alone say less. */
  vowelless: 0.84,
  /** Syllables that are the same under different romanisations. */
  mixedRomanisations: -3,
  weakAlias: -1.8,
  organisation: -2,
  date: {
    same: 9.5,
    same_year: 4,
    compatible: 3.5,
    close: 1.5,
    near: -3,
    apart: -5,
    different: -8,
    not_listed: -1,
    not_given: 0,
  },
  /** The number of a document; `weights.base` and this alone alert. */
  identifier: { sameCountry: 16, countryUnknown: 9.5 },
  country: { same: 0.7, different: -0.7, not_given: 0, not_listed: 0 },
} as const;
