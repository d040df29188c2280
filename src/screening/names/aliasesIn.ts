import { isPlainText } from './plainText.ts';

/**
 * Splits a text with several names that are not separated by semicolons: `A B aka C D`, `A B / C D`, `A B (C D)`. A
 * name of one word is joined to the first word of the first name, as in a birth name. Empty for a single name.
 */
export function aliasesIn(text: string): string[] {
  if (!(isPlainText(text) ? mayHaveWord : mayHaveAliases).test(text)) return [];
  const [first = '', ...others] = text
    .replace(words, ' / ')
    .split(/[/|()[\]{}\n]/)
    .map((name) => name.replace(/^[\s,:]+|[\s,:]+$/g, ''))
    .filter((name) => /\p{L}/u.test(name));
  if (others.length === 0) return [];
  const given = first.split(/\s+/)[0]!;
  return [first, ...others.map((name) => (/\s/.test(name) ? name : `${given} ${name}`))]
    .filter((name) => /\s/.test(name))
    .slice(0, maxAliases);
}

const maxAliases = 8;

const words =
  /(?<=[\s,])(?:[afn]\.?\s?k\.?\s?a\.?|d\.?b\.?a\.?|[afn]\/k\/a|d\/b\/a|alias(?:es)?|(?:(?:also|formerly|now|better) )?known as|formerly|née?|nee|geb\.?|geborene?r?|genannt|dite?|born)(?=[\s:,])/giu;

const mayHaveAliases =
  /[/|()[\]{}]|[\s,](?:[afn]\.?\s?k\.?\s?a|d\.?b\.?a|alias|known|formerly|n[eé]e?|geb|gen|dit|born)/iu;

/** The same for names of plain letters. */
const mayHaveWord = /[\s,](?:[afn]\.?\s?k\.?\s?a|d\.?b\.?a|alias|known|formerly|nee?|geb|gen|dit|born)/i;
