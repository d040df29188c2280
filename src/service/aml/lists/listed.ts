/** What every list reader yields: one listed person or organisation, whatever the format it came in. */
export interface Listed {
  /** `ofac-<ent_num>`, `unsc-<DATAID>`, `uk-<group id>`, `eu-<logical id>`; OpenSanctions keeps its own. */
  id: string;
  kind: 'person' | 'organisation';
  topics: Topic[];
  /** Codes of the lists that name the entity, such as `ofac_sdn`. */
  lists: string[];
  /** The first one is the primary name. */
  names: ListedName[];
  /** EDTF (ISO 8601-2): `1968-02-27`, `1968-02`, `1968`, approximate `1968~`, interval `1960/1965`. */
  birthDates: string[];
  /** ISO 3166-1 alpha-2: nationality, place of birth, residence. */
  countries: string[];
  sourceUrl: string | null;
}

export type Topic = 'sanctions' | 'pep';

export interface ListedName {
  text: string;
  /** `weak` is what the list itself calls a weak, low quality or broad alias. */
  quality: 'primary' | 'strong' | 'weak';
}
