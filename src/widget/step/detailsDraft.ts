/** The screens of the personal details, in their order. */
export type DetailsPage = 'name' | 'birth' | 'address' | 'more' | 'check';

/** The details typed so far. */
export interface DetailsDraft {
  page: DetailsPage;
  /**
   * The typed values by path: `address.city`, `nationalities.0`; a date by its parts: `dateOfBirth.day`. The name of a
   * person with a single name is `fullName`, so that the other names are kept if they change their mind.
   */
  typed: Record<string, string>;
  /** Whether the service has these details: continuing without a change then sends nothing. */
  isSent: boolean;
}
