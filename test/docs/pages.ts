import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '../..');
const PAPERS = ['README.md', 'CONTRIBUTING.md', 'SECURITY.md', 'CHANGELOG.md'];

export interface DocsPage {
  /** Relative to the repository. */
  path: string;
  text: string;
}

/** A fenced block: its language and attributes, its text, and the number of lines before it. */
export interface Snippet {
  lang: string;
  info: string;
  text: string;
  linesBefore: number;
}

/** Every page for readers: the documents next to the sources, and `docs/`. */
export function pages(): DocsPage[] {
  const docs = readdirSync(join(ROOT, 'docs')).filter((name) => name.endsWith('.md'));
  return [...PAPERS, ...docs.map((name) => `docs/${name}`)].map((path) => ({
    path,
    text: readFileSync(join(ROOT, path), 'utf8'),
  }));
}

/** The fenced blocks of a page. */
export function snippets(text: string): Snippet[] {
  return [...text.matchAll(/^```(\w+)([^\n]*)\n([\s\S]*?)^```/gm)].map((match) => ({
    lang: match[1]!,
    info: match[2]!.trim(),
    text: match[3]!,
    linesBefore: text.slice(0, match.index).split('\n').length,
  }));
}
