/** One part of a name, in plain lower-case Latin letters. */
export interface NamePart {
  text: string;
  /** From a script that leaves vowels out (Arabic, Hebrew, Syriac): the vowels are not evidence. */
  vowelless: boolean;
  /** An optional part, such as a title, an article or a legal form: it may be missing. */
  minor: boolean;
  /** The script of a syllable of a Chinese or Korean name; null for any other part. */
  syllable: 'han' | 'hangul' | 'latin' | null;
  /** Whether the part is truncated, because a machine-readable line had no room for more. */
  cut: boolean;
}
