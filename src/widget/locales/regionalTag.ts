import { canonicalTag } from './languageTags.ts';

/**
 * The language as the person writes it, for the order of a date: the browser's own tag if it is one of that language
 * (`en-GB`), else the language alone.
 */
export function regionalTag(tag: string): string {
  const { language } = new Intl.Locale(tag);
  const preferred = navigator.languages.flatMap(canonicalTag);
  return preferred.find((other) => new Intl.Locale(other).language === language) ?? tag;
}
