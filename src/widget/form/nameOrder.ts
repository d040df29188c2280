/** Whether the language puts the family name before the given name. */
export function isFamilyFirst(tag: string): boolean {
  return /^(ja|ko|zh|hu|vi)\b/.test(tag);
}
