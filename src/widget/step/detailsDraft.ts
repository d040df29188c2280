/** The screens of the personal details, in their order. */
export type DetailsPage = 'name' | 'birth' | 'address' | 'more' | 'check';

/** The details typed so far. */
export interface DetailsDraft {
  page: DetailsPage;
  /**
   * By the path of the value: `address.city`, `nationalities.0`; a date by its parts: `dateOfBirth.day`. The one name of a
   * person who has only one is `fullName`, so that the others are still there if they change their mind.
   */
  typed: Record<string, string>;
  /** Whether the service has it already: then going on without a change sends nothing. */
  isSent: boolean;
}
