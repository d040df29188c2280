/** How two name parts matched. */
export type PartMatch =
  | 'same'
  | 'spelling'
  | 'initial'
  | 'nickname'
  | 'joined'
  | 'romanisation'
  | 'truncated';

/** How the given date of birth compares with the listed ones: `near` within two years, `apart` within ten. */
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

/** How the given countries compare with the listed ones. */
export type CountryVerdict = 'same' | 'different' | 'not_given' | 'not_listed';
