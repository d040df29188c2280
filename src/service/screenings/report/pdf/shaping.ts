/**
 * Shaping that the font engine (fontkit 2.0.4) lacks for some scripts: visual order of letters, and the OpenType
 * features that join them. Remove it once the engine shapes these scripts.
 */
export const shaping = {
  /**
   * Reorders letters into visual order. Burmese: the vowel E and the medial RA stand before their consonant, the kinzi
   * above it (https://learn.microsoft.com/typography/script-development/myanmar). Thai and Lao: the sign AM parts
   * around a tone mark. Arabic: SHADDA lies below the vowel.
   */
  visualOrder(text: string): string {
    if (!AFFECTED.test(text)) return text;
    return text
      .replaceAll(MYANMAR_SYLLABLE, myanmarSyllable)
      .replaceAll(/([\u0e48-\u0e4b]*)\u0e33/g, '\u0e4d$1\u0e32')
      .replaceAll(/([\u0ec8-\u0ecb]*)\u0eb3/g, '\u0ecd$1\u0eb2')
      .replaceAll(/([\u064b-\u0650\u0652]+)\u0651/g, '\u0651$1');
  },

  /** The features to request in addition to the defaults; empty for other scripts. */
  features(text: string): OpenTypeFeature[] {
    return MYANMAR.test(text) ? MYANMAR_FEATURES : [];
  },
};

export type OpenTypeFeature = 'rphf' | 'pref' | 'blwf' | 'pstf' | 'pres' | 'abvs' | 'blws' | 'psts';

const MYANMAR = /[\u1000-\u109f]/;
const MYANMAR_FEATURES: OpenTypeFeature[] = ['rphf', 'pref', 'blwf', 'pstf', 'pres', 'abvs', 'blws', 'psts'];
const AFFECTED = /[\u1000-\u109f\u0e33\u0eb3\u0651]/;
const VOWEL_E = '\u1031';
const MEDIAL_RA = '\u103c';
/** A syllable: an optional kinzi, a base, the consonants below it, and its signs. */
const MYANMAR_SYLLABLE =
  /((?:[\u1004\u101b\u105a]\u103a\u1039)?)([\u1000-\u102a\u103f\u104e\u1050-\u1055\u105a-\u105d\u1061\u1065\u1066\u106e-\u1070\u1075-\u1081\u108e])((?:\u1039[\u1000-\u1021]|[\u102b-\u1038\u103a-\u103e\u1056-\u1059\u105e-\u1060\u1062-\u1064\u1067-\u106d\u1071-\u1074\u1082-\u108d\u108f\u109a-\u109d])*)/g;

function myanmarSyllable(_: string, kinzi: string, base: string, signs: string): string {
  const before =
    [...signs].filter((one) => one === VOWEL_E).join('') + (signs.includes(MEDIAL_RA) ? MEDIAL_RA : '');
  const after = signs.replaceAll(VOWEL_E, '').replaceAll(MEDIAL_RA, '');
  return `${before}${base}${kinzi}${after}`;
}
