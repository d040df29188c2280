import type { Branding } from '../../contract/branding.ts';

/** Who asks for the check, as the attributes of the element say it. */
export interface SiteAttributes {
  siteName: string | null;
  contact: string | null;
  privacyUrl: string | null;
  alternativeUrl: string | null;
}

/** Who asks for the check: the branding of the account, then the attributes. An address that is not http(s) is left out. */
export function siteOf(branding: Branding | null | undefined, attributes: SiteAttributes): SiteAttributes {
  return {
    siteName: branding?.name ?? attributes.siteName,
    contact: branding?.supportEmail ?? branding?.helpUrl ?? attributes.contact,
    privacyUrl: branding?.privacyUrl ?? webAddress(attributes.privacyUrl),
    alternativeUrl: branding?.alternativeUrl ?? webAddress(attributes.alternativeUrl),
  };
}

/** An address as the browser would go there; `null` if it is not http(s). */
export function webAddress(address: string | null): string | null {
  if (!address || !URL.canParse(address, document.baseURI)) return null;
  const url = new URL(address, document.baseURI);
  return /^https?:$/.test(url.protocol) ? url.href : null;
}
