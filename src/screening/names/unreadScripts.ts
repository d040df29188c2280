/**
 * The supported scripts, by their Unicode names. For each of them, the tests contain names with their usual Latin
 * spelling, most of which are found. A name in any other script is not compared, and the result reports that.
 */
const readScripts = [
  'Latin',
  'Arabic',
  'Armenian',
  'Bengali',
  'Cyrillic',
  'Devanagari',
  'Ethiopic',
  'Georgian',
  'Greek',
  'Gujarati',
  'Gurmukhi',
  'Han',
  'Hangul',
  'Hebrew',
  'Hiragana',
  'Katakana',
  'Lao',
  'Malayalam',
  'Myanmar',
  'Sinhala',
  'Tamil',
  'Telugu',
  'Thaana',
  'Thai',
] as const;

/**
 * The unsupported scripts in a name, by their Unicode names. `Unknown` for a script that is not named here, for the
 * replacement character, and for private or unassigned characters.
 */
export function unreadScripts(name: string): string[] {
  if (isAscii.test(name)) return [];
  const scripts = new Set<string>(lost.test(name) ? ['Unknown'] : []);
  if (isRead.test(name) && !notBurmese.test(name)) return [...scripts];
  for (const letter of name.normalize('NFKC').match(/\p{L}/gu) ?? [])
    if (!isReadLetter.test(letter) || notBurmese.test(letter))
      scripts.add(otherScripts.find(([, pattern]) => pattern.test(letter))?.[0] ?? 'Unknown');
  return [...scripts];
}

/** Letters of the Myanmar script for Mon, Karen, Shan and other languages, which are not supported. */
const notBurmese = /[\u1022\u1028\u1050-\u109d\ua9e0-\ua9fe\uaa60-\uaa7f]/;
const isAscii = /^[\x20-\x7e]*$/;
const anyRead = [...readScripts, 'Common', 'Inherited'].map((script) => `\\p{Script=${script}}`).join('');
const isReadLetter = new RegExp(`^[${anyRead}]$`, 'u');
/** Matches texts whose letters all belong to these scripts. */
const isRead = new RegExp(`^[${anyRead}\\P{L}]*$`, 'u');
const lost = /[\ufffd\p{Co}\p{Cn}]/u;

const otherScripts = [
  'Adlam',
  'Balinese',
  'Batak',
  'Bopomofo',
  'Buginese',
  'Canadian_Aboriginal',
  'Cham',
  'Cherokee',
  'Coptic',
  'Hanifi_Rohingya',
  'Javanese',
  'Kannada',
  'Kayah_Li',
  'Khmer',
  'Lepcha',
  'Limbu',
  'Lisu',
  'Meetei_Mayek',
  'Miao',
  'Mongolian',
  'Myanmar',
  'New_Tai_Lue',
  'Nko',
  'Nyiakeng_Puachue_Hmong',
  'Ol_Chiki',
  'Oriya',
  'Osmanya',
  'Sundanese',
  'Syloti_Nagri',
  'Syriac',
  'Tai_Le',
  'Tai_Tham',
  'Tai_Viet',
  'Tibetan',
  'Tifinagh',
  'Vai',
  'Yi',
].map((script) => [script, new RegExp(`\\p{Script=${script}}`, 'u')] as const);
