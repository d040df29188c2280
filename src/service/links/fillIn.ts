/** Fills the places `{name}` of a text. A value is not read again: what stands in braces in a name stays. */
export function fillIn(text: string, values: Readonly<Record<string, string>>): string {
  return text.replace(/\{(\w+)\}/g, (place, name: string) => values[name] ?? place);
}
