import words from './minorWords.json' with { type: 'json' };
import type { NamePart } from './namePart.ts';

/**
 * Marks the parts that are optional: titles as long as a part remains; forms of honour, particles, articles and a kunya
 * ("Abu Hamza") as long as two do, since they may be all there is to a name. Nothing is dropped: what is a particle
 * here is a name elsewhere (Duc, Un, Ed), and counts where the other side has it too.
 */
export function markMinorParts(parts: NamePart[]): NamePart[] {
  if (!parts.some(({ text }) => text.length <= longestArticle || marks.has(text))) return parts;
  const marked = parts.map((part, i) => (isArticle(part.text, parts[i + 1]?.text) ? minor(part) : part));
  const plain = marked.map((part) => (!part.vowelless && titles.has(part.text) ? minor(part) : part));
  const base = plain.some(isMajor) ? plain : parts;
  const strict = base.map((part, i) =>
    (!part.vowelless && honours.has(part.text)) || (i > 0 && particles.has(part.text)) ? minor(part) : part,
  );
  const rest = strict.filter(isMajor).length >= 2 ? strict : base;
  const named = withoutKunya(rest);
  return named.filter(isMajor).length >= 2 ? named : rest;
}

function withoutKunya(parts: NamePart[]): NamePart[] {
  const first = parts.findIndex(isMajor);
  if (!kunya.has(parts[first]?.text ?? '')) return parts;
  const next = parts.findIndex((part, i) => i > first && isMajor(part));
  return parts.map((part, i) => (i <= next ? minor(part) : part));
}

function isMajor(part: NamePart): boolean {
  return !part.minor;
}

function minor(part: NamePart): NamePart {
  return part.minor ? part : { ...part, minor: true };
}

/** al- in its spellings; before a sun letter also ar-, as-, ash- … */
function isArticle(text: string, next: string | undefined): boolean {
  if (!next) return false;
  return (
    articles.has(text) ||
    (text.length <= longestArticle &&
      /^[aeu](?:d|n|r|s|sh|t|z)$/.test(text) &&
      next.startsWith(text.slice(1)))
  );
}

const titles = setOf(words.titles);
const honours = setOf(words.honours);
const particles = setOf(words.particles);
const articles = setOf(words.articles);
const kunya = setOf(words.kunya);

function setOf(text: string): Set<string> {
  return new Set(text.split(' '));
}

/** All of them: most names have none. */
const marks = new Set([...titles, ...honours, ...particles, ...articles, ...kunya]);

const longestArticle = 3;
