/** Method and path of what a page does with its case. Apart, because the first screen of every page loads this. */
export const caseCalls = {
  retrieveCase: { method: 'GET', path: '/cases/:id' },
  giveConsent: { method: 'POST', path: '/cases/:id/consent' },
  submitPersonalDetails: { method: 'POST', path: '/cases/:id/personal-details' },
} as const;

/** Method and path of what a page does with its selfie check. */
export const selfieCalls = {
  startSelfieCheck: { method: 'POST', path: '/biometrics/selfie-check' },
  extendSelfieCheck: { method: 'POST', path: '/biometrics/selfie-check/:id/extend' },
  captureSelfie: { method: 'POST', path: '/biometrics/selfie-check/:id/capture' },
  retrieveSelfieCheck: { method: 'GET', path: '/biometrics/selfie-check/:id' },
} as const;
