import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { pages } from './pages.ts';

const ROOT = join(import.meta.dirname, '../..');
test.each(pages())('the links of $path lead to existing files and headings', ({ path, text }) => {
  expect(missing(path, text)).toEqual([]);
});

test('detects a broken link, a moved file and a missing heading', () => {
  const text = 'See [this](nowhere.md), [that](architecture.md#no-such-heading) and `src/none/gone.ts`.';
  expect(missing('docs/x.md', text)).toEqual([
    'nowhere.md',
    'architecture.md#no-such-heading',
    'src/none/gone.ts',
  ]);
});

/** Links to files and headings of the repository, and paths of its files in code, that lead nowhere. */
function missing(page: string, text: string): string[] {
  const links = [...text.matchAll(/\]\(([^)\s]+)\)/g)].map((match) => match[1]!);
  const paths = [...text.matchAll(/`((?:src|test|demo|docs|deploy|\.ci|\.github)\/[\w./-]+)`/g)].map(
    (match) => match[1]!,
  );
  return [
    ...links.filter((link) => !/^[a-z]+:|^\.\.\/\.\.\/actions\//.test(link) && !leads(page, link)),
    ...paths.filter((path) => !existsSync(join(ROOT, path))),
  ];
}

function leads(page: string, link: string): boolean {
  const [path = '', heading] = link.split('#');
  const file = path === '' ? join(ROOT, page) : join(ROOT, dirname(page), path);
  if (!existsSync(file)) return false;
  return !heading || headings(readFileSync(file, 'utf8')).includes(heading);
}

/** The anchors of the headings of a page, as code hosts and the documentation site make them. */
function headings(text: string): string[] {
  return [...text.matchAll(/^#+ (.*)$/gm)].map((match) =>
    match[1]!
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  );
}
