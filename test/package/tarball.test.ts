import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { packedPackage } from '../support/packedPackage.ts';

const ROOT = join(import.meta.dirname, '..', '..');
const { dependencies, files: listed } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));

const ALLOWED = [
  /^(package\.json|README\.md|LICENSE|NOTICE|(CHANGELOG|CONTRIBUTING|SECURITY)\.md)$/,
  /^docs\/[\w-]+\.(md|svg|png)$/,
  /^dist\/(index|element|client|server|react|ssr)\.js(\.map)?$/,
  /^dist\/(custom-elements|html-custom-data|web-types)\.json$/,
  /^dist\/cdn\/integrity\.json$/,
  /^dist\/(chunks|cdn)\/[\w.-]+\.js(\.map)?$/,
  /^dist\/cdn\/integrity\.json$/,
  /^dist\/types\/(client|contract|document|react|server|ssr|testdocument|testface|texts|types|vision|widget)\/[\w./-]+\.d\.ts$/,
];

test('the tarball contains the needed files, and no other', async () => {
  const { files } = await packedPackage();
  expect(files.filter((file) => !ALLOWED.some((pattern) => pattern.test(file)))).toEqual([]);
  for (const file of ['dist/index.js', 'dist/server.js', 'dist/cdn/idv-verify.js', 'LICENSE', 'NOTICE']) {
    expect(files).toContain(file);
  }
});

test('the tarball contains no theming pictures', async () => {
  const { files } = await packedPackage();
  expect(files.filter((file) => /\.jpg$|looks\.md$/.test(file))).toEqual([]);
});

test('the tarball contains the weights once', async () => {
  const { files } = await packedPackage();
  const weights = files.filter(
    (file) => /landmarks|detector|descriptor/.test(file) && !file.endsWith('.d.ts'),
  );
  expect(weights.map((file) => file.replace(/-[\w-]{8}\./, '.')).sort()).toEqual([
    'dist/cdn/eye-detector.js',
    'dist/cdn/eye-landmarks.js',
  ]);
});

test('outside dist only the documents are published', () => {
  const papers = listed.filter((path: string) => !/^!?dist(\/|$)/.test(path));
  expect(papers.filter((path: string) => !/^(!?docs\/[\w*]+\.\w+|[A-Z]+(\.md)?)$/.test(path))).toEqual([]);
});

test('the link targets of the README and its documents are packed', async () => {
  const { files } = await packedPackage();
  for (const page of files.filter((path) => path.endsWith('.md'))) {
    const text = readFileSync(join(ROOT, page), 'utf8');
    const links = [...text.matchAll(/\]\(([^)\s#]+)/g)]
      .map((match) => match[1]!)
      // `../../actions/` is the code host's own page of the repository, for the badge.
      .filter((to) => !/^[a-z]+:|^\.\.\/\.\.\/actions\//.test(to));
    const missing = links.map((to) => join(dirname(page), to)).filter((path) => !files.includes(path));
    expect(missing, page).toEqual([]);
  }
});

test('every declared file exists', () => {
  const { exports } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
  const paths = Object.values<Record<string, string> | string>(exports)
    .flatMap((target) => (typeof target === 'string' ? target : Object.values(target)))
    .filter((path) => !path.includes('*'));
  expect(paths.filter((path) => !existsSync(join(ROOT, path)))).toEqual([]);
});

test('an installation adds lit and zod only', () => {
  expect(Object.keys(dependencies)).toEqual(['lit', 'zod']);
});
