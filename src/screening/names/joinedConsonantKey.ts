/** The consonant key of parts that are written as one. */
export function joinedConsonantKey(consonants: string[]): string {
  return consonants.join('').replace(/(.)\1+/g, '$1');
}
