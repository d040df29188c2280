import { en } from './en.ts';
import type { Locale } from './Locale.ts';

const locales: Locale[] = [en];

/**
 * The texts for the first of the wished languages that there are texts in; then the page's language, then the browser's.
 * @param wished BCP 47 tags, the dearest first; `null` where nothing was said.
 */
export function localeFor(wished: (string | null)[]): Locale {
  // Without a document (on a server) there is no page to ask.
  const ambient = globalThis.document ? [document.documentElement.lang, ...navigator.languages] : [];
  const languages = [...wished, ...ambient].map((tag) => tag?.toLowerCase().split('-')[0]);
  const found = languages.map((language) => locales.find(({ tag }) => tag === language)).find(Boolean);
  return found ?? en;
}
