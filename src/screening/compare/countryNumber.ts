/** The two letters of a country code in 16 bits. */
export function countryNumber(code: string): number {
  return (code.charCodeAt(0) << 8) | code.charCodeAt(1);
}
