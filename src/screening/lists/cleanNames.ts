import { partialDate } from './partialDate.ts';

/** A name without what else stood in its field. */
export interface CleanName {
  text: string;
  /** Set for what is short for a name rather than a name. */
  isAcronym?: boolean;
  /** Dates that the field said of whoever bears this name. */
  birthDates?: string[];
}

/**
 * The names in one field of a list, without prose: several separated by semicolons or as `b)`, the same name in its
 * own script or an acronym in brackets, `(previously listed as)`, `born in 1963`, `son of …`, quotation marks.
 */
export function cleanNames(field: string): CleanName[] {
  return splitOutside(field.replace(/\s+/g, ' ').trim()).flatMap(cleanOne);
}

/** Splits at semicolons and letters such as ` b) `, but not within brackets. */
function splitOutside(text: string): string[] {
  const parts: string[] = [];
  let depth = 0;
  let start = 0;
  for (let i = 0; i < text.length; i++) {
    if (text[i] === '(') depth += 1;
    else if (text[i] === ')' && depth > 0) depth -= 1;
    const letter = depth === 0 && /^\s[a-h]\)\s/.test(text.slice(i, i + 4));
    if (depth > 0 || (text[i] !== ';' && !letter)) continue;
    parts.push(text.slice(start, i));
    start = i + (letter ? 4 : 1);
  }
  return [...parts, text.slice(start)];
}

function cleanOne(text: string): CleanName[] {
  const born = /,?\s*\bborn\b(?:\s+(?:in|on)\b)?([^()]*)/i.exec(text);
  const birthDates = born ? datesIn(born[1]!) : [];
  const rest = (born ? text.slice(0, born.index) : text).replace(/^\s*\)/, '');
  const { outside, inside } = bracketed(rest);
  const latin = isLatin(outside);
  const others = inside.flatMap((part) => (stays(part, { latin }) ? [] : ofBrackets(part, { latin })));
  const left = [...inside];
  const whole = outside.replaceAll(bracket, () => {
    const part = left.shift()!;
    return stays(part, { latin }) ? `(${part})` : ' ';
  });
  const plain = /\uFFFC\s*$/.test(outside) ? [{ text: tidy(outside.replaceAll(bracket, ' ')) }] : [];
  const all = once([{ text: tidy(whole) }, ...plain, ...others]).filter(({ text: one }) =>
    /\p{L}/u.test(one),
  );
  return birthDates.length > 0 ? all.map((one) => ({ ...one, birthDates })) : all;
}

/** Each name once: one that ends in a bracket is also known without it. */
function once(names: CleanName[]): CleanName[] {
  return names.filter(({ text }, i) => names.findIndex((other) => other.text === text) === i);
}

/** Stands where a bracket was. */
const bracket = '\uFFFC';

function bracketed(text: string): { outside: string; inside: string[] } {
  const inside: string[] = [];
  let outside = '';
  let depth = 0;
  for (const letter of text) {
    if (letter === '(' && ++depth === 1) {
      inside.push('');
      outside += bracket;
    } else if (letter === ')' && depth > 0 && --depth === 0) continue;
    else if (depth > 0) inside[inside.length - 1] += letter;
    else outside += letter;
  }
  return { outside, inside };
}

const prose =
  /\b(birth name|combat name|nom de guerre|listed as|original script|identity|sub-unit|third|second|formerly|previously|false|maiden|martyrs)\b|^[A-Z]{2,3}[a-z]?\.\d+/i;
const acronym = /^[A-Z][A-Z0-9][A-Z0-9a-z/-]{0,8}$/;

/** The name around a bracket. */
interface Outside {
  latin: boolean;
}

/** Whether a bracket is a part of the name, such as `(Hong Kong)`. */
function stays(inside: string, { latin }: Outside): boolean {
  return !prose.test(inside) && !acronym.test(inside) && !inside.includes(';') && isLatin(inside) === latin;
}

/** The names that a bracket holds: in another script, or as an acronym. */
function ofBrackets(inside: string, { latin }: Outside): CleanName[] {
  if (acronym.test(inside)) return [{ text: inside, isAcronym: true }];
  const names = inside.replace(/\(?original script\)?:?/i, '').replace(/\s-\s.*$/, '');
  if (prose.test(names) || (isLatin(names) && latin && !names.includes(';'))) return [];
  return names.split(';').flatMap((name) => cleanNames(name));
}

function isLatin(text: string): boolean {
  return /\p{Script=Latin}/u.test(text) || !/\p{L}/u.test(text);
}

/** Without quotation marks around it, commas after it, and whose son it is. */
function tidy(text: string): string {
  return text
    .replace(/\s+(son|daughter) of\s.*$/i, '')
    .replace(/["“”]/g, '')
    .replace(/\s+/g, ' ')
    .replace(/^[\s,.]+|[\s,:]+$/g, '');
}

function datesIn(text: string): string[] {
  const found = text.match(/(?:\d{1,2}[\s.]+)?(?:[A-Z][a-z]{2,8}\.?\s*)?\b(?:1[89]|20)\d\d\b/g) ?? [];
  return found.flatMap((date) => partialDate(date) ?? []);
}
