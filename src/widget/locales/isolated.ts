/**
 * Isolates a value in a text of the other writing direction: a phone number would be shown backwards in Arabic. A value
 * without letters runs from left to right. (Unicode Bidirectional Algorithm, FSI and PDI.)
 */
export function isolated(value: string): string {
  return `\u2068${value}\u2069`;
}
