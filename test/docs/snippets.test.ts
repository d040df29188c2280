import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { parseAst } from 'vite';
import { describe, expect, onTestFinished, test } from 'vitest';
import { pages, snippets } from './pages.ts';

const ROOT = join(import.meta.dirname, '../..');
const APPS = join(ROOT, 'test/consumers/apps');
const TSC = join(ROOT, 'node_modules', 'typescript', 'bin', 'tsc');
const all = pages().flatMap(({ path, text }) => snippets(text).map((snippet) => ({ path, ...snippet })));
const manifest = readFileSync(join(ROOT, 'dist/custom-elements.json'), 'utf8');

const options = {
  strict: true,
  target: 'ES2023',
  module: 'NodeNext',
  jsx: 'react-jsx',
  lib: ['ES2023', 'DOM', 'DOM.Iterable'],
  types: ['node'],
  noEmit: true,
  skipLibCheck: true,
  moduleDetection: 'force',
};

describe('TypeScript', () => {
  const typed = all.filter(({ lang, info }) => /^tsx?$/.test(lang) && !info.startsWith('app='));

  test('all snippets pass the type check against the built package', () => {
    expect(typed.length).toBeGreaterThan(8);
    expect(typeErrors(typed)).toBe('');
  });

  test('reports a snippet with a wrong name at its line of the page', () => {
    const wrong = "# Title\n\n```ts\nimport { nothing } from 'idv-verify/server';\nnothing();\n```\n";
    const found = typeErrors(snippets(wrong).map((snippet) => ({ path: 'docs/x.md', ...snippet })));
    expect(found).toMatch(/x\.md-1\.ts\(4,\d+\): error TS2305/);
  });
});

test.each(all.filter(({ info }) => info.startsWith('app=')))(
  '$path: $info is what is built and driven',
  (one) => {
    expect(one.text).toBe(readFileSync(join(APPS, one.info.replace('app=', '')), 'utf8'));
  },
);

test('plain scripts are valid JavaScript', () => {
  const plain = all.filter(({ lang, info }) => lang === 'js' && !info.startsWith('app='));
  expect(plain.length).toBeGreaterThan(0);
  for (const { text, path } of plain) expect(() => parseAst(text), path).not.toThrow();
});

test('JSON snippets are valid JSON', () => {
  const shown = all.filter(({ lang }) => lang === 'json');
  expect(shown.length).toBeGreaterThan(0);
  for (const { text } of shown) expect(() => JSON.parse(text)).not.toThrow();
});

test('markup uses existing attributes', () => {
  const tags = all
    .filter(({ lang }) => lang === 'html')
    .flatMap(({ text }) => text.match(/<idv-verify[^>]*>/g) ?? []);
  const attributes = tags.flatMap((tag) =>
    [...tag.matchAll(/\s([a-z-]+)(?==|[\s>])/g)].map((match) => match[1]!),
  );
  expect(attributes).toContain('session-url');
  expect(attributes.filter((name) => !manifest.includes(`"name": "${name}"`))).toEqual([]);
});

test('style sheets use existing tokens and parts', () => {
  const styles = all
    .filter(({ lang }) => lang === 'css')
    .map(({ text }) => text)
    .join('\n');
  const names = [...styles.matchAll(/(--idv-[\w-]+)|::part\(([\w-]+)\)/g)].map(
    (match) => match[1] ?? match[2]!,
  );
  expect(names.filter((name) => !manifest.includes(`"name": "${name}"`))).toEqual([]);
});

/**
 * The compiler's errors in these snippets; empty if there are none. The folder is where the package's name resolves.
 */
function typeErrors(checked: { path: string; lang: string; text: string; linesBefore: number }[]): string {
  const folder = mkdtempSync(join(ROOT, 'node_modules', '.snippets-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const files = checked.map(
    ({ path, lang }, index) => `${dirname(path)}-${basename(path)}-${index + 1}.${lang}`,
  );
  for (const [index, { text, linesBefore }] of checked.entries())
    writeFileSync(join(folder, files[index]!), '\n'.repeat(linesBefore) + text);
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}');
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions: options, files }));
  const { stdout, stderr, error } = spawnSync(process.execPath, [TSC, '-p', folder], { encoding: 'utf8' });
  if (error) throw error;
  return stdout + stderr;
}
