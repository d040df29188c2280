import { latinWords } from './latinWords.ts';
import data from './legalForms.json' with { type: 'json' };
import type { NamePart } from './namePart.ts';
import { arabicCompounds, maxLength, maxParts } from './nameParts.ts';

/**
 * The words of an organisation's name in any script, transliterated. Separate initials are joined. Legal forms and
 * filler words are marked as minor as long as another word remains.
 */
export function organisationParts(name: string): NamePart[] {
  const latin = latinWords(name.slice(0, maxLength).replace(/&/g, ' and '));
  const words = arabicCompounds(joinedInitials(numbered(latin)));
  const marked = withFormsMarked(words);
  const plain = marked.map((part) => (fillers.has(part.text) ? { ...part, minor: true } : part));
  return (plain.some((part) => !part.minor) ? plain : words).slice(0, maxParts);
}

/** Whether a word only links others, such as "of". */
export function isFiller(text: string): boolean {
  return fillers.has(text);
}

const fillers = new Set([
  'and',
  'the',
  'of',
  'for',
  'und',
  'et',
  'y',
  'i',
  'e',
  'de',
  'la',
  'le',
  'al',
  'el',
  'ul',
  'del',
  'des',
  'der',
  'die',
  'das',
  'du',
  'in',
]);

/** Reads Roman numerals, as in the names of ships: "Sea Star II". A single letter counts only as the last word. */
function numbered(words: NamePart[]): NamePart[] {
  return words.map((word, i) => {
    const isNumeral =
      i > 0 && (word.text.length > 1 || (i === words.length - 1 && words[i - 1]!.text.length > 1));
    const number = isNumeral ? numerals.indexOf(word.text) : -1;
    return number < 0 ? word : { ...word, text: String(number + 1) };
  });
}

const numerals = 'i ii iii iv v vi vii viii ix x xi xii xiii xiv xv xvi xvii xviii xix xx'.split(' ');

/** Joins initials: "S.A. de C.V." becomes sa de cv. */
function joinedInitials(words: NamePart[]): NamePart[] {
  const out: NamePart[] = [];
  let isOpen = false;
  for (const word of words) {
    const isInitial = word.text.length === 1;
    if (isInitial && isOpen) out[out.length - 1] = { ...word, text: out.at(-1)!.text + word.text };
    else out.push(word);
    isOpen = isInitial;
  }
  return out;
}

/** Marks the words of legal forms anywhere in the name; the longest form wins. */
function withFormsMarked(words: NamePart[]): NamePart[] {
  const out = [...words];
  for (let from = 0; from < words.length; from++) {
    for (let count = Math.min(longest, words.length - from); count > 0; count--) {
      const text = words
        .slice(from, from + count)
        .map((word) => word.text)
        .join(' ');
      if (!forms.has(text)) continue;
      for (let i = from; i < from + count; i++) out[i] = { ...words[i]!, minor: true };
      from += count - 1;
      break;
    }
  }
  return out;
}

/** Whether the name of a person may be the name of an organisation: it has a legal form, or consecutive initials. */
export function hasLegalForm(parts: NamePart[]): boolean {
  return parts.some(
    ({ text, minor }, i) =>
      (!minor && text.length > 1 && forms.has(text)) ||
      (text.length === 1 && parts[i + 1]?.text.length === 1),
  );
}

/** Each legal form as written, and with its single letters joined, because the words are joined by then. */
const forms = new Set(
  data.forms.flatMap((group) => group.split('|')).map((form) => form.replace(/(?<=\b\w) (?=\w\b)/g, '')),
);
const longest = Math.max(...Array.from(forms, (form) => form.split(' ').length));
