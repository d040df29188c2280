/** The number of a document or a register of whoever is asked about; what is left out meets any. */
export interface GivenIdentifier {
  /** ISO 3166-1 alpha-2. */
  country?: string | undefined;
  type?: string | undefined;
  number: string;
}
