/** Method and path of what a page does with its case. Apart, because the first screen of every page loads this. */
export const caseCalls = {
  retrieveCase: { method: 'GET', path: '/cases/:id' },
  giveConsent: { method: 'POST', path: '/cases/:id/consent' },
  submitPersonalDetails: { method: 'POST', path: '/cases/:id/personal-details' },
} as const;
