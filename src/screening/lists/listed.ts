import type { Identifier } from './identifier.ts';

/**
 * The output of every list reader: one listed person or organisation, whatever the format. Optional fields are omitted
 * if the list has no value: a million entities are stored in this form.
 */
export interface Listed {
  /** `ofac-<ent_num>`, `unsc-<DATAID>`, `uk-<group id>`, `eu-<logical id>`; OpenSanctions keeps its own. */
  id: string;
  /**
   * A vessel or an aircraft matches only by its whole name. `unknown`: the list does not state it; the entity is compared
   * with people and with organisations.
   */
  kind: 'person' | 'organisation' | 'vessel' | 'aircraft' | 'unknown';
  /**
   * Reasons for the listing in the vocabulary of OpenSanctions: `sanction`, `role.pep`, `crime`. An entity without a
   * topic never alerts.
   */
  topics: string[];
  /** Codes of the lists that name the entity, such as `ofac_sdn`. */
  lists: string[];
  /** The first one is the primary name. */
  names: ListedName[];
  /** EDTF (ISO 8601-2): `1968-02-27`, `1968-02`, `1968`, approximate `1968~`, interval `1960/1965`. */
  birthDates: string[];
  /** Nationalities, places of birth and residences together: ISO 3166-1 alpha-2, or 3166-3 for a former country. */
  countries: string[];
  /** The nationalities and citizenships among `countries`. */
  nationalities?: string[];
  /** The countries of residence or of the registered seat among `countries`. */
  residences?: string[];
  /** In the form of the list: `Perm, Russia`. */
  placesOfBirth?: string[];
  gender?: Gender;
  identifiers?: Identifier[];
  /** The programmes or regimes it is listed under, as the list names them. */
  programmes?: string[];
  /** First day on the list: `YYYY-MM-DD`, `YYYY-MM` or `YYYY`. */
  listedOn?: string;
  position?: string;
  /** Public functions, if the list has fields for them. */
  functions?: PublicFunction[];
  /** Owners, property, and control, if the list has them. */
  links?: Link[];
  remarks?: string;
  sourceUrl: string | null;
}

/** A present or former public function. A field is omitted if the list has no value. */
export interface PublicFunction {
  title: string;
  /**
   * Level of the function: a topic of OpenSanctions such as `gov.national`, or a value from the customer's own list.
   */
  level?: string;
  /** `YYYY-MM-DD`, `YYYY-MM` or `YYYY`. */
  since?: string;
  until?: string;
}

/** A party that owns or controls the entity, or is owned or controlled by it. A field is omitted if the list has no value. */
export interface Link {
  how: 'owns' | 'owned_by' | 'controls' | 'controlled_by';
  id: string;
  name: string;
  /** The topics for which the party alerts itself. */
  topics?: string[];
  /** As the list writes it: `51`, `25-50`. */
  share?: string;
  /** `YYYY-MM-DD`, `YYYY-MM` or `YYYY`. */
  since?: string;
  until?: string;
}

export type Gender = 'male' | 'female' | 'other';

export interface ListedName {
  text: string;
  /** `weak` marks an alias that the list calls weak, low quality or broad. */
  quality: 'primary' | 'strong' | 'weak';
  /** Dates of birth that belong to this alias alone, in addition to those of the entity. */
  birthDates?: string[];
}

/**
 * The kinds of lists that a screening can be restricted to. `other`: further reasons for a closer look, such as a
 * debarment. `counter`: sanctions of one state against those who act for another's, such as Russian lists of officials of
 * the EU; searched only if a call asks for them.
 */
export type ListKind = 'sanctions' | 'pep' | 'other' | 'counter';

/**
 * The kind of list for a topic of OpenSanctions (https://www.opensanctions.org/docs/topics/). `null` for a topic that
 * describes an activity without an adverse finding: it is no reason to alert. An unknown topic is `other`, which
 * alerts.
 */
export function listKind(topic: string): ListKind | null {
  if (topic === 'sanction.counter') return 'counter';
  if (/^sanction(\.|$)/.test(topic)) return 'sanctions';
  if (/^role\.(pep|rca)(\.|$)/.test(topic)) return 'pep';
  return neutral.test(topic) ? null : 'other';
}

const neutral =
  /^(fin|gov|pol|rel|corp\.(offshore|public|shell)|role\.(act|civil|diplo|journo|judge|lawyer|lobby|pol))(\.|$)/;
