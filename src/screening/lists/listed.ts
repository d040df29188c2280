import type { Identifier } from './identifier.ts';

/**
 * The output of every list reader: one listed person or organisation, whatever the format. Optional fields are omitted
 * if the list has no value: a million entities are stored in this form.
 */
export interface Listed {
  /** `ofac-<ent_num>`, `unsc-<DATAID>`, `uk-<group id>`, `eu-<logical id>`; OpenSanctions keeps its own. */
  id: string;
  /** A vessel or an aircraft meets a name only as a whole. */
  kind: 'person' | 'organisation' | 'vessel' | 'aircraft';
  /** Why it is listed, in the vocabulary of OpenSanctions: `sanction`, `role.pep`, `crime`; without one it never alerts. */
  topics: string[];
  /** Codes of the lists that name the entity, such as `ofac_sdn`. */
  lists: string[];
  /** The first one is the primary name. */
  names: ListedName[];
  /** EDTF (ISO 8601-2): `1968-02-27`, `1968-02`, `1968`, approximate `1968~`, interval `1960/1965`. */
  birthDates: string[];
  /** ISO 3166-1 alpha-2, or 3166-3 for one that is no more: nationality, place of birth, residence together. */
  countries: string[];
  /** Of these, the nationalities and citizenships. */
  nationalities?: string[];
  /** Of these, where it lives or has its seat. */
  residences?: string[];
  /** As the list writes them: `Perm, Russia`. */
  placesOfBirth?: string[];
  gender?: Gender;
  identifiers?: Identifier[];
  /** The programmes or regimes it is listed under, as the list names them. */
  programmes?: string[];
  /** `YYYY-MM-DD`, `YYYY-MM` or `YYYY`: when it came on the list first. */
  listedOn?: string;
  position?: string;
  /** Public functions, where the list tells them apart. */
  functions?: PublicFunction[];
  remarks?: string;
  sourceUrl: string | null;
}

/** A public function that somebody has or had; a field is left out where the list says nothing. */
export interface PublicFunction {
  title: string;
  /** Level of the function: a topic of OpenSanctions such as `gov.national`, or the value of an own list. */
  level?: string;
  /** `YYYY-MM-DD`, `YYYY-MM` or `YYYY`. */
  since?: string;
  until?: string;
}

export type Gender = 'male' | 'female' | 'other';

export interface ListedName {
  text: string;
  /** `weak` marks an alias that the list calls weak, low quality or broad. */
  quality: 'primary' | 'strong' | 'weak';
  /** Dates of birth that belong to this alias alone, beside those of the entity. */
  birthDates?: string[];
}

/**
 * The kinds that a screening can be restricted to, and `other`: further reasons for a closer look, such as a debarment.
 */
export type ListKind = 'sanctions' | 'pep' | 'other';

/**
 * Which kind of list a topic of OpenSanctions speaks of (https://www.opensanctions.org/docs/topics/). One that says what
 * somebody does, and nothing against them, gives no reason to alert: `null`. An unknown topic does: `other`.
 */
export function listKind(topic: string): ListKind | null {
  if (/^sanction(\.|$)/.test(topic)) return 'sanctions';
  if (/^role\.(pep|rca)(\.|$)/.test(topic)) return 'pep';
  return neutral.test(topic) ? null : 'other';
}

const neutral =
  /^(fin|gov|pol|rel|corp\.(offshore|public|shell)|role\.(act|civil|diplo|journo|judge|lawyer|lobby|pol))(\.|$)/;
