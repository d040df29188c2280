/**
 * The `User-Agent` of downloads: names the product and, if known, how the operator can be reached. It has the form of
 * other programs that are no browsers, because the firewall of OFAC refuses shorter ones and those without `Mozilla/5.0`.
 */
export function userAgent(contact: string | null): string {
  const reached = contact ? `+${contact}` : 'no contact given';
  return `Mozilla/5.0 (compatible; idv-verify; sanctions list download; ${reached})`;
}
