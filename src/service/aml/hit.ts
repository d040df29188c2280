/** One listed entity that may be the person, and why. */
export interface Hit {
  /** Entity id, such as `ofac-1234`. */
  id: string;
  /** 0.5 to below 1; comparable between lists and dataset versions. */
  score: number;
  /** Codes of the lists that name the entity. */
  lists: string[];
  topics: ('sanctions' | 'pep')[];
  entity: {
    name: string;
    aliases: string[];
    /** EDTF: `1968-02-27`, `1968`, approximate `1968~`, interval `1960/1965`. */
    birthDates: string[];
    countries: string[];
    sourceUrl: string | null;
  };
  explain: Explanation;
  /** Changes whenever what the list says about the entity changes: a resolution holds for one content. */
  contentHash: string;
}

export interface Explanation {
  name: {
    /** The listed name or alias that was met, and what the list thinks of it. */
    listed: string;
    quality: 'primary' | 'strong' | 'weak';
    parts: { given: string; listed: string; how: PartMatch; similarity: number }[];
    /** Parts without a counterpart. */
    onlyGiven: string[];
    onlyListed: string[];
    text: string;
  };
  dateOfBirth: { result: DateVerdict; given: string | null; listed: string[]; text: string };
  country: { result: CountryVerdict; given: string[]; listed: string[]; text: string };
}

export type PartMatch = 'same' | 'spelling' | 'initial' | 'nickname' | 'joined';
export type DateVerdict =
  | 'same'
  | 'same_year'
  | 'compatible'
  | 'close'
  | 'near'
  | 'different'
  | 'not_given'
  | 'not_listed';
export type CountryVerdict = 'same' | 'different' | 'not_given' | 'not_listed';
