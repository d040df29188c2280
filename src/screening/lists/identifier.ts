/** The number of a document or a register that a list gives for an entity. */
export interface Identifier {
  type: IdentifierType;
  /** Who issued it, ISO 3166-1 alpha-2; `null` where the list doesn't say. */
  country: string | null;
  /** As the list writes it. */
  number: string;
  /** What else the list says of it: the name of an unusual document, when it was issued. */
  note?: string;
}

export type IdentifierType =
  | 'passport'
  | 'national_id'
  | 'tax_id'
  | 'registration'
  | 'social_security'
  | 'driving_licence'
  | 'birth_certificate'
  | 'residence_permit'
  | 'lei'
  | 'swift_bic'
  | 'imo'
  | 'other';
