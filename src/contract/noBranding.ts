import type { Branding } from './branding.ts';

/** A branding with nothing set. In a file of its own: pages use it without the schemas. */
export const noBranding: Branding = {
  name: null,
  logo: null,
  colors: {},
  helpUrl: null,
  supportEmail: null,
  privacyUrl: null,
  alternativeUrl: null,
  frameAncestors: [],
};
