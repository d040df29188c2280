import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';

const ROOT = join(import.meta.dirname, '..', '..');
const TSC = join(ROOT, 'node_modules', 'typescript', 'bin', 'tsc');

const options = {
  strict: true,
  target: 'ES2023',
  module: 'NodeNext',
  lib: ['ES2023', 'DOM', 'DOM.Iterable'],
  types: ['node'],
  noEmit: true,
  skipLibCheck: true,
  moduleDetection: 'force',
};

test('the snippets of the README pass the type check against the built package', () => {
  const snippets = snippetsOf(readFileSync(join(ROOT, 'README.md'), 'utf8'));
  expect(snippets.length).toBeGreaterThan(0);
  expect(typeErrors(snippets)).toBe('');
});

test('a snippet with a wrong name would be found, at its line of the README', () => {
  const wrong = "# Title\n\n```ts\nimport { nothing } from 'idv-verify/server';\nnothing();\n```\n";
  expect(typeErrors(snippetsOf(wrong))).toMatch(/\(4,\d+\): error TS2305/);
});

/** The TypeScript blocks of a Markdown text, each on the lines that it has there. */
function snippetsOf(markdown: string): string[] {
  const blocks = markdown.matchAll(/^```(?:ts|typescript)[^\n]*\n([\s\S]*?)^```/gm);
  return [...blocks].map((block) => {
    const linesBefore = markdown.slice(0, block.index).split('\n').length;
    return '\n'.repeat(linesBefore) + block[1];
  });
}

/** What the compiler says of these files; empty if nothing. The folder lies where the package's name resolves. */
function typeErrors(snippets: string[]): string {
  const folder = mkdtempSync(join(ROOT, 'node_modules', '.snippets-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const files = snippets.map((_, index) => `snippet-${index + 1}.ts`);
  snippets.forEach((snippet, index) => {
    writeFileSync(join(folder, files[index]!), snippet);
  });
  const project = { compilerOptions: options, files };
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}');
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(project));
  const { stdout, stderr, error } = spawnSync(process.execPath, [TSC, '-p', folder], { encoding: 'utf8' });
  if (error) throw error;
  return stdout + stderr;
}
