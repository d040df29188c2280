import type { GivenIdentifier } from './givenIdentifier.ts';

/** An organisation that is asked about. */
export interface Organisation {
  name: string;
  /** ISO 3166-1 alpha-2: where it is registered or active. */
  countries?: string[] | undefined;
  identifiers?: GivenIdentifier[] | undefined;
}
