/**
 * A text without escapes: entities of HTML, escapes of JSON and of addresses, encoded words of mail (RFC 2047), quoted
 * printable and UTF-7.
 * @returns `isLost`: an escape is left that can't be read
 */
export function unescaped(given: string): { text: string; isLost: boolean } {
  let text = given;
  for (let round = 0; round < 2; round++) {
    let next = text;
    for (const [pattern, read] of escapes)
      next = next.replace(pattern, (...found: string[]) => read(found) ?? found[0]!);
    if (next === text) break;
    text = next;
  }
  return { text, isLost: left.test(text) };
}

/** Matches an escape that could not be read. */
const left = /&#?\w+;|%[0-9a-f]{2}|\\[ux][0-9a-f]|=\?[\w-]+\?[bq]\?|=[0-9A-F]{2}=[0-9A-F]{2}|\bxn--/i;

type Read = (found: string[]) => string | null;

const escapes: (readonly [pattern: RegExp, read: Read])[] = [
  [/(?<=\?=)\s+(?==\?)/g, () => ''],
  [
    /=\?([\w-]+)(?:\*\w+)?\?([bq])\?([^?]*)\?=/gi,
    ([, charset, kind, word]) => inMail(charset!, kind!, word!),
  ],
  [/&#(\d{1,7});?/g, ([, code]) => letter(Number(code))],
  [/&#x([0-9a-f]{1,6});?/gi, ([, code]) => letter(Number.parseInt(code!, 16))],
  [/&(\w+);/g, ([, name]) => entity(name!)],
  [/(?:%[0-9a-f]{2})+/gi, ([run]) => bytesOf(run!.replaceAll('%', ''))],
  [/(?:=[0-9A-F]{2}){2,}/g, ([run]) => bytesOf(run!.replaceAll('=', ''))],
  [/(?:\\x[0-9a-f]{2})+/gi, ([run]) => bytesOf(run!.replace(/\\x/gi, ''))],
  [/(?:\\[0-3][0-7]{2})+/g, ([run]) => bytesOf(run!.slice(1).split('\\').map(inHex).join(''))],
  [/\\u\{([0-9a-f]{1,6})\}/gi, ([, code]) => letter(Number.parseInt(code!, 16))],
  [
    /\\u([0-9a-f]{4})|\bU\+([0-9a-f]{4,5})\s?/gi,
    ([, one, other]) => letter(Number.parseInt((one ?? other)!, 16)),
  ],
  [
    /(?:u0[0-9a-f]{3}){2,}/gi,
    ([run]) =>
      run!.replace(/u(0[0-9a-f]{3})/gi, (_, code: string) => letter(Number.parseInt(code, 16)) ?? ''),
  ],
  [/\\0{0,2}([0-9a-f]{3,4})\s?/gi, ([, code]) => letter(Number.parseInt(code!, 16))],
  [/\+((?:[A-Za-z0-9/]{4}){0,9}[A-Za-z0-9/]{3,})-/g, ([, word]) => utf7(word!)],
];

function letter(code: number): string | null {
  return code >= 32 && code <= 0x10ffff ? String.fromCodePoint(code) : null;
}

function inHex(octal: string): string {
  return Number.parseInt(octal, 8).toString(16).padStart(2, '0');
}

/** Bytes in hexadecimal digits as UTF-8; `null` if they are not. */
function bytesOf(hex: string): string | null {
  return decoded(Buffer.from(hex, 'hex'), 'utf-8');
}

/** The text of some bytes; `null` if they are not of this encoding. */
export function decoded(bytes: Uint8Array | null, charset: string): string | null {
  if (bytes === null) return null;
  try {
    return new TextDecoder(charset, { fatal: true }).decode(bytes);
  } catch {
    // The decoder throws for bytes of another encoding, and for a name that is none.
    return null;
  }
}

function inMail(charset: string, kind: string, word: string): string | null {
  if (/b/i.test(kind)) return decoded(Buffer.from(word, 'base64'), charset);
  const bytes = word
    .replaceAll('_', ' ')
    .replace(/=([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return decoded(Buffer.from(bytes, 'latin1'), charset);
}

/** A word of UTF-7 (RFC 2152) that is not ASCII. */
function utf7(word: string): string | null {
  const bytes = Buffer.from(word, 'base64');
  const text = bytes.length % 2 === 0 ? decoded(bytes.swap16(), 'utf-16le') : null;
  return text !== null && /^[^\x00-\x7f]+$/.test(text) ? text : null;
}

/** A named entity of HTML: those of punctuation, and those that put a mark on a letter (`eacute`). */
function entity(name: string): string | null {
  const known = entities[name] ?? entities[name.toLowerCase()];
  if (known !== undefined) return known;
  const [, base, mark] =
    /^([A-Za-z])(acute|grave|circ|uml|tilde|ring|cedil|caron|macr|breve|dot|ogon|dblac)$/.exec(name) ?? [];
  return base && mark ? `${base}${marks[mark]}`.normalize('NFC') : null;
}

const marks: Record<string, string> = {
  acute: '\u0301',
  grave: '\u0300',
  circ: '\u0302',
  uml: '\u0308',
  tilde: '\u0303',
  ring: '\u030a',
  cedil: '\u0327',
  caron: '\u030c',
  macr: '\u0304',
  breve: '\u0306',
  dot: '\u0307',
  ogon: '\u0328',
  dblac: '\u030b',
};

const entities: Record<string, string> = {
  nbsp: ' ',
  ensp: ' ',
  emsp: ' ',
  thinsp: ' ',
  amp: '&',
  quot: '"',
  apos: "'",
  lt: '<',
  gt: '>',
  shy: '',
  zwnj: '',
  zwj: '',
  lsquo: "'",
  rsquo: "'",
  ldquo: '"',
  rdquo: '"',
  ndash: '-',
  mdash: '-',
  middot: '·',
  hyphen: '-',
  comma: ',',
  period: '.',
  szlig: 'ß',
  aelig: 'æ',
  AElig: 'Æ',
  oelig: 'œ',
  OElig: 'Œ',
  oslash: 'ø',
  Oslash: 'Ø',
  eth: 'ð',
  ETH: 'Ð',
  thorn: 'þ',
  THORN: 'Þ',
  inodot: 'ı',
  imath: 'ı',
  lstrok: 'ł',
  Lstrok: 'Ł',
  dstrok: 'đ',
  Dstrok: 'Đ',
  hstrok: 'ħ',
};
