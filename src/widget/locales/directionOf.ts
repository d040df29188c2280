import { languageTags } from './languageTags.ts';

const RIGHT_TO_LEFT = ['ar', 'fa', 'he', 'ur'];
const SCRIPTS = ['Arab', 'Hebr', 'Syrc', 'Thaa', 'Nkoo', 'Adlm', 'Rohg'];

/**
 * Which way a language is written. The platform is asked about a language of the site's own alone: its data take their
 * time when they are read for the first time, and not every browser says it of an `Intl.Locale`.
 */
export function directionOf(tag: string): 'ltr' | 'rtl' {
  const isRightToLeft = languageTags.includes(tag)
    ? RIGHT_TO_LEFT.includes(tag)
    : SCRIPTS.includes(new Intl.Locale(tag).maximize().script ?? '');
  return isRightToLeft ? 'rtl' : 'ltr';
}
