/**
 * Loads what the form of the details needs to know of a language, which the first use of `Intl` would do at once: up to
 * 0.1 s on a phone. Here each part is a task of its own, and presses in between are heard.
 */
export function loadLanguageData(tag: string): void {
  const parts = [
    () => new Intl.Collator(tag),
    () => new Intl.Locale(tag).maximize(),
    () => new Intl.DisplayNames([tag], { type: 'region' }),
  ];
  for (const part of parts) setTimeout(part);
}
