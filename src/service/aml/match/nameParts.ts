import anyAscii from 'any-ascii';

/** One part of a name, in plain lower-case Latin letters. */
export interface NamePart {
  text: string;
  /** From a script that leaves vowels out (Arabic, Hebrew, Syriac): vowels prove nothing. */
  vowelless: boolean;
}

const maxLength = 300;
/** Parts beyond so many are left out. */
export const maxParts = 16;

/**
 * The parts of a name in any script: transliterated, articles dropped, compounds that are written
 * joined or apart (Abdul Rahman, Saifuddin) brought to one form. Titles of office are dropped as long
 * as a part remains, honorifics and particles as long as two do, since they may be all there is to a name.
 */
export function nameParts(name: string): NamePart[] {
  const words = spacedOut(split(familyLast(name.slice(0, maxLength)))).flatMap(latin);
  const joined = arabicCompounds(words.flatMap(unglued));
  const parts = joined.filter((part, i) => !isArticle(part.text, joined[i + 1]?.text));
  const plain = parts.filter((part) => !offices.has(part.text));
  const major = plain.filter((part, i) => !honours.has(part.text) && !(i > 0 && particles.has(part.text)));
  const rest = major.length >= 2 ? major : plain.length > 0 ? plain : joined;
  return rest.slice(0, maxParts);
}

/** More single letters in a row than anybody has initials are one word spaced out. */
const mostInitials = 4;

/** "V l a d i m i r" as the word that it is. */
function spacedOut(words: string[]): string[] {
  const out: string[] = [];
  for (let i = 0; i < words.length; i++) {
    let end = i;
    while (end < words.length && /^\p{L}$/u.test(words[end]!)) end++;
    if (end - i > mostInitials) {
      out.push(words.slice(i, end).join(''));
      i = end - 1;
    } else out.push(words[i]!);
  }
  return out;
}

/** "FAMILY, Given" the other way round; a name with several commas is left as it is. */
function familyLast(name: string): string {
  const comma = name.indexOf(',');
  if (comma <= 0 || name.includes(',', comma + 1)) return name;
  return `${name.slice(comma + 1)} ${name.slice(0, comma)}`;
}

const ascii = /^[\x20-\x7e]*$/;

function split(name: string): string[] {
  if (ascii.test(name))
    return name
      .replace(/['`"_]/g, '')
      .split(/[^A-Za-z0-9]+/)
      .filter(Boolean);
  return name
    .normalize('NFKC')
    .replace(/\p{Cc}/gu, ' ')
    .replace(/\p{Cf}|[\u0300-\u036f\u0591-\u05c7\u0610-\u061a\u064b-\u065f\u0670\u0640]/gu, '')
    .replace(/['`"_’‘ʼʻʹʺ′´“”„«»׳״]/g, '')
    .split(/[^\p{L}\p{M}\p{N}]+/u)
    .filter(Boolean);
}

const arabic = /[\u0600-\u06ff\u0750-\u077f\u08a0-\u08ff]/;
const otherVowelless = /[\u0590-\u05ff\u0700-\u074f]/;
const syllabic = /[\u3400-\u9fff\uac00-\ud7af\u{20000}-\u{3ffff}]/u;

function latin(word: string): NamePart[] {
  if (/^[A-Za-z0-9]+$/.test(word)) return [{ text: lettered(word.toLowerCase()), vowelless: false }];
  if (arabic.test(word)) return arabicWords(word).flatMap((part) => made(anyAscii(part), true));
  if (syllabic.test(word))
    return anyAscii(word)
      .split(/(?=[A-Z])/)
      .flatMap((part) => made(part, false));
  return made(anyAscii(word), otherVowelless.test(word));
}

function made(text: string, vowelless: boolean): NamePart[] {
  const plain = lettered(text.toLowerCase().replace(/[^a-z0-9]/g, ''));
  return plain ? [{ text: plain, vowelless }] : [];
}

/** Digits that stand for letters in the middle of a word, as scanned or disguised names have them. */
function lettered(text: string): string {
  if (!/\d/.test(text) || !/[a-z].*[a-z]/.test(text)) return text;
  return text.replace(/[013459]/g, (digit) => disguises[digit]!);
}

const disguises: Record<string, string> = { 0: 'o', 1: 'i', 3: 'e', 4: 'a', 5: 's', 9: 'g' };

/** Takes the article and Abd- off, which Arabic writes joined to the next word. */
function arabicWords(word: string): string[] {
  const bare = /^عبد(?:ال|ل)?(.{3,})$/.exec(word);
  if (bare && !/^ل?له$/.test(bare[1]!)) return ['عبد', bare[1]!];
  return [word.replace(/^و?ال(?=.{3,})/, '')];
}

const abd = /^ab[dt][aeiou]+(?:l|r(?=r)|s(?=s)|n(?=n)|z(?=z)|t(?=t)|d(?=d))(.{3,})$/;
const din = /^(.{3,}?)(?:[aeiou]dd|[aeiou]ld|ud)(?:[iy]|ee)ne?$/;

/** Splits Abdulrahman and Saifuddin; Abdullah stays whole. */
function unglued(part: NamePart): NamePart[] {
  const { text, vowelless } = part;
  if (vowelless || text.length < 6) return [part];
  const servant = abd.exec(text);
  if (servant && !/^l+ahi?$/.test(servant[1]!))
    return [
      { text: 'abd', vowelless },
      { text: servant[1]!, vowelless },
    ];
  const faith = din.exec(text);
  return faith
    ? [
        { text: faith[1]!, vowelless },
        { text: 'din', vowelless },
      ]
    : [part];
}

const abdAlone = /^abd(?:[aeiou]+[lrsnztd])?$/;

function arabicCompounds(parts: NamePart[]): NamePart[] {
  const out: NamePart[] = [];
  for (const part of parts) {
    const last = out.at(-1);
    if (last?.text === 'abd' && /^(?:[aeu]l+|l)l[ao]?hi?$/.test(part.text))
      out[out.length - 1] = { ...part, text: 'abdullah' };
    else if (abdAlone.test(part.text) && parts.length > 1) out.push({ ...part, text: 'abd' });
    else out.push(part);
  }
  return out;
}

/** al- in its spellings; before a sun letter also ar-, as-, ash- … */
function isArticle(text: string, next: string | undefined): boolean {
  if (!next) return false;
  if (text === 'al' || text === 'el' || text === 'ul') return true;
  return /^[aeu](?:d|n|r|s|sh|t|z)$/.test(text) && next.startsWith(text.slice(1));
}

const offices = new Set(
  `mr mrs ms miss dr prof professor sir hon rev eng col colonel gen general president presidente brigadier brig maj major
  lt lieutenant capt captain ayatollah hojatoleslam jr junior sr snr`.split(/\s+/),
);

const honours = new Set(
  `sheikh shaykh shaikh sheik cheikh sheykh haji hajji hadji haj hajj hadj alhaji mullah mulla mollah mawlawi maulavi maulvi
  moulavi molvi mawlana maulana molana moulana lord lady father`.split(/\s+/),
);

const particles = new Set(
  'bin ibn bn ben bint bnt bte binti ibnu van von der den ter ten de da do dos das del della dello di du la le los las y e i und zu af av ould wuld wld'.split(
    ' ',
  ),
);
