import { decoded, unescaped } from './escapes.ts';
import { isPlainText } from './plainText.ts';

/** A text as it was meant, as far as that is certain. */
export interface ReadText {
  text: string;
  /** Whether letters were lost or can't be restored with certainty: the text clears nobody. */
  isDamaged: boolean;
  /** What a damaged text may have been. */
  readings: string[];
}

/**
 * Reads a text that was escaped (HTML, JSON, addresses, mail headers), or decoded with the wrong character set. UTF-8 read as
 * another set is restored; letters of one single-byte set read as another are guessed and reported as damaged.
 */
export function readText(given: string): ReadText {
  if (isPlainText(given) && !given.includes('--')) return { text: given, isDamaged: false, readings: [] };
  if (!maybeDamaged.test(given)) return { text: given, isDamaged: false, readings: [] };
  const { text: plain, isLost } = unescaped(given);
  const text = asUtf8(plain);
  const isDamaged = isLost || isUnlikely(text);
  return { text, isDamaged, readings: isDamaged ? readingsOf(text) : [] };
}

/** A fast way to rule most texts out. */
const maybeDamaged = /[^\x20-\x7e]|[?%\\]|&[#\w]+;|=[?0-9A-F]|\bu0[0-9a-f]{3}|\bU\+|xn--|\+[\w/]{3,}-/i;

/** Character sets that UTF-8 is taken for, and that Cyrillic, Greek, Arabic and Hebrew texts were written in. */
const charsets = [
  'windows-1252',
  'windows-1251',
  'koi8-r',
  'ibm866',
  'macintosh',
  'windows-1250',
  'windows-1254',
  'iso-8859-2',
  'iso-8859-5',
  'x-mac-cyrillic',
  'windows-1257',
];
const origins = [
  'windows-1251',
  'koi8-r',
  'ibm866',
  'iso-8859-5',
  'windows-1252',
  'windows-1256',
  'windows-1253',
  'windows-1255',
];

/** Restores UTF-8 that was read as another character set, up to three times over. */
function asUtf8(text: string): string {
  let current = text;
  for (let round = 0; round < 3 && notAscii.test(current); round++) {
    const restored = charsets.map((charset) => decoded(encoded(current, charset), 'utf-8')).find(isText);
    if (!restored || restored === current) break;
    current = restored;
  }
  return current;
}

const notAscii = /[^\x20-\x7e]/;

function isText(text: string | null): text is string {
  return text !== null && !/[\u0000-\u0008\u000e-\u001f\u007f-\u009f]/.test(text);
}

/** What the text says if its letters are of one single-byte character set and were read as another. */
function readingsOf(text: string): string[] {
  const readings = new Set([text.replace(lostLetters, '')]);
  for (const taken of charsets) {
    const bytes = encoded(text, taken);
    if (bytes === null) continue;
    for (const origin of origins) {
      const reading = origin === taken ? null : decoded(bytes, origin);
      if (reading !== null && isText(reading) && !isUnlikely(reading)) readings.add(reading);
    }
  }
  readings.delete(text);
  return [...readings].filter((reading) => /\p{L}/u.test(reading)).slice(0, maxReadings);
}

const maxReadings = 8;
const lostLetters = /[?\ufffd]+/g;

/** Whether no name is written so. */
function isUnlikely(text: string): boolean {
  return unlikely.some((pattern) => pattern.test(text));
}

const unlikely = [
  // Letters that were lost.
  /[?\ufffd]/,
  // Signs of print and tables that stand in for letters, and control characters.
  /[\u0080-\u009f\u2500-\u25ff]|[¤§©®±¬¦µ¶†‡•…‰€™£¥¢¨¯°²³¹¼½¾¿¡‚„ƒ×÷∙√≈≤≥≠∞∂∑∏π∫Ω◊ˆ˜]/,
  // Three letters with marks in a row, or a word of nearly nothing else.
  /[\u00c0-\u00ff]{3}/,
  /(?<!\p{L})(?:[\u00c0-\u00ff][a-z]?){2,}[\u00c0-\u00ff](?!\p{L})/iu,
  // Capitals behind a small letter in Cyrillic words, and words without vowels.
  /\p{Script=Cyrillic}*[а-яё][А-ЯЁ]{2}|[А-ЯЁ][а-яё]*[а-яё][А-ЯЁ][а-яё]*[А-ЯЁ]/u,
  /[бвгджзйклмнпрстфхцчшщь]{6}/i,
  /(?<!\p{L})[бвгджзйклмнпрстфхцчшщь]{4,}(?!\p{L})/iu,
  /(?<!\p{L})[ЬЪьъ]\p{Script=Cyrillic}/u,
  /[ЂЃЉЊЌЋЏђѓљњќћџ].*[ЂЃЉЊЌЋЏђѓљњќћџ].*[ҐґЁёЄєЇїЎў№]|№\p{L}|\p{L}№/u,
];

/** The bytes of a text in a single-byte character set; `null` if it lacks one of the letters. */
function encoded(text: string, charset: string): Uint8Array | null {
  const table = tableOf(charset);
  const bytes = new Uint8Array(text.length);
  for (let i = 0; i < text.length; i++) {
    const byte = table.get(text[i]!);
    if (byte === undefined) return null;
    bytes[i] = byte;
  }
  return bytes;
}

const tables = new Map<string, Map<string, number>>();

function tableOf(charset: string): Map<string, number> {
  const known = tables.get(charset);
  if (known) return known;
  const table = new Map<string, number>();
  for (let byte = 0; byte < 256; byte++) {
    const letter = decoded(Uint8Array.of(byte), charset);
    if (letter !== null) table.set(letter, byte);
  }
  tables.set(charset, table);
  return table;
}
