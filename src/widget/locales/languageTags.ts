const tags =
  'en bg hr cs da nl et fi fr de el hu ga it lv lt mt pl pt-PT ro sk sl es sv nb is tr uk ru sr-Cyrl sr-Latn sq mk bs ca ka hy kk ar he fa ur hi bn ta te mr gu id ms fil vi th ko ja zh-Hans zh-Hant pt-BR es-419 sw am af';

/** The languages of the widget, as BCP 47 tags; `textFiles` must name the files of each. */
export const languageTags = tags.split(' ') as Language[];

export type Language = Split<typeof tags>;
export type OtherLanguage = Exclude<Language, 'en'>;

type Split<Text extends string, Words = never> = Text extends `${infer First} ${infer Rest}`
  ? Split<Rest, Words | First>
  : Words | Text;

/** The canonical form of a BCP 47 tag; empty for an invalid one. Some browsers report `en-US@posix`. */
export function canonicalTag(tag: string | null): string[] {
  try {
    return Intl.getCanonicalLocales(tag || []);
  } catch {
    return [];
  }
}

const RIGHT_TO_LEFT = ['ar', 'fa', 'he', 'ur'];
const SCRIPTS = ['Arab', 'Hebr', 'Syrc', 'Thaa', 'Nkoo', 'Adlm', 'Rohg'];

/**
 * The writing direction of a language. The platform is used only for a language that the site added: the first use of
 * its data is slow, and not every browser provides the direction of an `Intl.Locale`.
 */
export function directionOf(tag: string): 'ltr' | 'rtl' {
  const isRightToLeft = languageTags.includes(tag as Language)
    ? RIGHT_TO_LEFT.includes(tag)
    : SCRIPTS.includes(new Intl.Locale(tag).maximize().script ?? '');
  return isRightToLeft ? 'rtl' : 'ltr';
}
