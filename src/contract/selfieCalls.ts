/** Method and path of the page's calls for its selfie check. */
export const selfieCalls = {
  startSelfieCheck: { method: 'POST', path: '/biometrics/selfie-check' },
  extendSelfieCheck: { method: 'POST', path: '/biometrics/selfie-check/:id/extend' },
  captureSelfie: { method: 'POST', path: '/biometrics/selfie-check/:id/capture' },
  retrieveSelfieCheck: { method: 'GET', path: '/biometrics/selfie-check/:id' },
} as const;
