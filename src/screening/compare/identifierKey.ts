/**
 * The number of a document as it is compared: letters and digits alone, in capitals; null for one that is too short to
 * name anybody.
 */
export function identifierKey(number: string): string | null {
  const key = /^[A-Z0-9]*$/.test(number)
    ? number
    : number
        .normalize('NFKC')
        .toUpperCase()
        .replace(/[^\p{L}\p{N}]/gu, '');
  return key.length >= 5 && /\d/.test(key) ? key : null;
}
