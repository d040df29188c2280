import type { Branding } from '../../contract/branding.ts';

/** The site that requests the check, as set by the attributes of the element. */
export interface SiteAttributes {
  siteName: string | null;
  contact: string | null;
  privacyUrl: string | null;
  alternativeUrl: string | null;
}

/**
 * The site that requests the check: the branding of the account, else the attributes. An address that is not http(s) is
 * omitted.
 */
export function siteOf(branding: Branding | null | undefined, attributes: SiteAttributes): SiteAttributes {
  return {
    siteName: branding?.name ?? attributes.siteName,
    contact: branding?.supportEmail ?? branding?.helpUrl ?? attributes.contact,
    privacyUrl: branding?.privacyUrl ?? webAddress(attributes.privacyUrl),
    alternativeUrl: branding?.alternativeUrl ?? webAddress(attributes.alternativeUrl),
  };
}

/** Resolves an address as the browser would; `null` if it is not http(s). */
export function webAddress(address: string | null): string | null {
  if (!address || !URL.canParse(address, document.baseURI)) return null;
  const url = new URL(address, document.baseURI);
  return /^https?:$/.test(url.protocol) ? url.href : null;
}
