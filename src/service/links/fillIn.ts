/** Fills the placeholders `{name}` of a text. A value is inserted literally: braces in a value stay. */
export function fillIn(text: string, values: Readonly<Record<string, string>>): string {
  return text.replace(/\{(\w+)\}/g, (placeholder, name: string) => values[name] ?? placeholder);
}
