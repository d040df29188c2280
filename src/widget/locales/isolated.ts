/**
 * A value that keeps its own direction in a text of the other: a phone number would be shown backwards in Arabic. One that
 * has no letters runs from left to right. (Unicode Bidirectional Algorithm, FSI and PDI.)
 */
export function isolated(value: string): string {
  return `\u2068${value}\u2069`;
}
