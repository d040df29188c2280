import type { ScreeningIndex } from '../../../../src/screening/index/screeningIndex.ts';
import type { Listed } from '../../../../src/screening/lists/listed.ts';
import { type Outcome, outcomesOf, type Question } from './outcome.ts';
import { fullNameOf } from './spelling.ts';

/** Listed people whose names came through a wrong decoder, with escapes, or with letters lost. */
export function illegible(index: ScreeningIndex, entities: readonly Listed[]): Record<string, Outcome> {
  const people = entities.filter((one) => one.kind === 'person' && fullNameOf(one));
  const cyrillic = people.filter(
    (one) => /^[A-Za-z\s]+$/.test(fullNameOf(one)!) && one.countries.includes('RU'),
  );
  const inCyrillic =
    (change: (text: string) => string): Question =>
    (one) =>
      changed(fullNameInCyrillic(one), change);
  return {
    ...outcomesOf(index, cyrillic, {
      'Cyrillic, legible': (one) => ({ person: { fullName: fullNameInCyrillic(one) } }),
      'UTF-8 read as 1252': inCyrillic((text) => decoded(Buffer.from(text), 'windows-1252')),
      'UTF-8 read as 1251': inCyrillic((text) => decoded(Buffer.from(text), 'windows-1251')),
      'UTF-8 read as KOI8': inCyrillic((text) => decoded(Buffer.from(text), 'koi8-r')),
      'UTF-8 read as Mac': inCyrillic((text) => decoded(Buffer.from(text), 'macintosh')),
      'UTF-8 read as 866': inCyrillic((text) => decoded(Buffer.from(text), 'ibm866')),
      '1251 read as 1252': inCyrillic((text) => decoded(encoded(text, 'windows-1251'), 'windows-1252')),
      'KOI8 read as 1251': inCyrillic((text) => decoded(encoded(text, 'koi8-r'), 'windows-1251')),
      '1251 read as KOI8': inCyrillic((text) => decoded(encoded(text, 'windows-1251'), 'koi8-r')),
      'KOI8 read as 1252': inCyrillic((text) => decoded(encoded(text, 'koi8-r'), 'windows-1252')),
      '866 read as 1251': inCyrillic((text) => decoded(encoded(text, 'ibm866'), 'windows-1251')),
      '1251 read as 866': inCyrillic((text) => decoded(encoded(text, 'windows-1251'), 'ibm866')),
      'ISO 8859-5 read as 1252': inCyrillic((text) => decoded(encoded(text, 'iso-8859-5'), 'windows-1252')),
      'UTF-8 read as 1252 twice': inCyrillic((text) =>
        decoded(Buffer.from(decoded(Buffer.from(text), 'windows-1252')), 'windows-1252'),
      ),
      'escapes of JSON': inCyrillic((text) =>
        escaped(text, (code) => `\\u${code.toString(16).padStart(4, '0')}`),
      ),
      'escapes without the backslash': inCyrillic((text) =>
        escaped(text, (code) => `u${code.toString(16).padStart(4, '0')}`),
      ),
      'percent encoding': inCyrillic((text) => encodeURIComponent(text)),
      'entities of HTML': inCyrillic((text) => escaped(text, (code) => `&#${code};`)),
      'encoded word, base 64': inCyrillic((text) => `=?UTF-8?B?${Buffer.from(text).toString('base64')}?=`),
      'encoded word, quoted': inCyrillic(
        (text) =>
          `=?koi8-r?Q?${[...encoded(text, 'koi8-r')].map((byte) => `=${byte.toString(16).toUpperCase()}`).join('')}?=`,
      ),
      'question marks': inCyrillic((text) => text.replace(/\p{L}/gu, '?')),
    }),
    ...inLatin(index, people),
  };
}

function inLatin(index: ScreeningIndex, people: readonly Listed[]): Record<string, Outcome> {
  const marked =
    (change: (text: string) => string): Question =>
    (one, at) =>
      changed(accented(fullNameOf(one)!, at), change);
  return outcomesOf(index, people, {
    'accents, legible': marked((text) => `${text} `),
    'accents as UTF-8 read as 1252': marked((text) => decoded(Buffer.from(text), 'windows-1252')),
    'accents as UTF-8 read as 1250': marked((text) => decoded(Buffer.from(text), 'windows-1250')),
    'accents as UTF-8 read as Mac': marked((text) => decoded(Buffer.from(text), 'macintosh')),
    'accents as question marks': marked((text) => text.replace(/[^\x20-\x7e]/g, '?')),
    'accents as replacement characters': marked((text) => text.replace(/[^\x20-\x7e]/g, '\ufffd')),
    'accents as entities': marked((text) => text.normalize('NFD').replace(/([a-z])\u0301/gi, '&$1acute;')),
    'accents as numbered entities': marked((text) => escaped(text, (code) => `&#x${code.toString(16)};`)),
    'no-break space as an entity': (one) => changed(fullNameOf(one)!, (text) => text.replace(/ /g, '&nbsp;')),
    'plus signs and percents': (one) => changed(fullNameOf(one)!, (text) => text.replace(/ /g, '%20')),
    'a letter as a question mark': (one, at) => {
      const name = fullNameOf(one)!;
      const places = [...name.matchAll(/(?<=\p{L})\p{L}(?=\p{L})/gu)].map(({ index: place }) => place);
      const place = places[(at * 5 + 1) % places.length];
      return place === undefined
        ? null
        : { person: { fullName: `${name.slice(0, place)}?${name.slice(place + 1)}` } };
    },
  });
}

function changed(text: string, change: (text: string) => string) {
  const fullName = change(text);
  return fullName === text ? null : { person: { fullName } };
}

function escaped(text: string, of: (code: number) => string): string {
  return text.replace(/[^\x20-\x7e]/gu, (letter) => of(letter.codePointAt(0)!));
}

function decoded(bytes: Uint8Array, charset: string): string {
  return new TextDecoder(charset).decode(bytes);
}

/** The bytes of a text in a single-byte character set; `?` for what it lacks. */
function encoded(text: string, charset: string): Uint8Array {
  const bytes = new Map<string, number>();
  for (let byte = 0; byte < 256; byte++) bytes.set(decoded(Uint8Array.of(byte), charset), byte);
  return Uint8Array.from(text, (letter) => bytes.get(letter) ?? 63);
}

/** A name with an acute accent on one of its vowels. */
function accented(name: string, at: number): string {
  const places = [...name.matchAll(/[aeiouAEIOU]/g)].map(({ index }) => index);
  const place = places[at % places.length];
  if (place === undefined) return name;
  return `${name.slice(0, place)}${`${name[place]}\u0301`.normalize('NFC')}${name.slice(place + 1)}`;
}

/** A rough transliteration, as a person of Russia would write the name. */
function fullNameInCyrillic(one: Listed): string {
  let text = fullNameOf(one)!.toLowerCase();
  for (const [latin, letter] of pairs) text = text.replaceAll(latin, letter);
  return text.replace(/(?<!\p{L})\p{L}/gu, (letter) => letter.toUpperCase());
}

const pairs =
  'shch:щ zh:ж kh:х ch:ч sh:ш ts:ц ya:я yu:ю yo:ё iy:ий ey:ей ay:ай yy:ый a:а b:б v:в g:г d:д e:е z:з i:и j:й k:к l:л m:м n:н o:о p:п r:р s:с t:т u:у f:ф y:ы h:х w:в x:кс q:к c:к'
    .split(' ')
    .map((pair) => pair.split(':') as [string, string]);
