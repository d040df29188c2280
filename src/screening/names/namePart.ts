/** One part of a name, in plain lower-case Latin letters. */
export interface NamePart {
  text: string;
  /** From a script that leaves vowels out (Arabic, Hebrew, Syriac): vowels prove nothing. */
  vowelless: boolean;
  /** A title, an article, a legal form and the like: it may as well be missing. */
  minor: boolean;
  /** A syllable of a Chinese or Korean name, by the script it was written in; null for any other part. */
  syllable: 'han' | 'hangul' | 'latin' | null;
  /** The beginning alone, where a machine-readable line had no room for more. */
  cut: boolean;
}
