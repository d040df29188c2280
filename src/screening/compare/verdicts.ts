/** How two parts of names met. */
export type PartMatch =
  | 'same'
  | 'spelling'
  | 'initial'
  | 'nickname'
  | 'joined'
  | 'romanisation'
  | 'truncated';

/** What the given date of birth says beside the listed ones: `near` within two years, `apart` within ten. */
export type DateVerdict =
  | 'same'
  | 'same_year'
  | 'compatible'
  | 'close'
  | 'near'
  | 'apart'
  | 'different'
  | 'not_given'
  | 'not_listed';

/** What the given countries say beside the listed ones. */
export type CountryVerdict = 'same' | 'different' | 'not_given' | 'not_listed';
