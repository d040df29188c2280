import { enDocument } from '../../texts/en/enDocument.ts';
import type { OtherLanguage } from '../locales/languageTags.ts';

/** The texts of the document, and of the consent to it. */
export type DocumentTexts = typeof enDocument;

/**
 * Loads the texts of a supported language; English for a language that the site added.
 * @throws the browser's error if the file fails to load
 */
export async function documentTexts(tag: string): Promise<DocumentTexts> {
  if (tag === 'en') return enDocument;
  const { documentTextFiles } = await import('./documentTextFiles.ts');
  return Object.hasOwn(documentTextFiles, tag) ? documentTextFiles[tag as OtherLanguage]() : enDocument;
}
