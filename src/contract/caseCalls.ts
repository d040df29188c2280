/**
 * Method and path of the page's calls for its case. A separate file, because the first screen of every page loads it.
 */
export const caseCalls = {
  retrieveCase: { method: 'GET', path: '/cases/:id' },
  giveConsent: { method: 'POST', path: '/cases/:id/consent' },
  submitPersonalDetails: { method: 'POST', path: '/cases/:id/personal-details' },
} as const;
