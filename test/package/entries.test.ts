import { execFile } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

// All of this looks at the built package, as an application would meet it.
const ROOT = join(import.meta.dirname, '..', '..');
const run = promisify(execFile);

const ERRORS = [
  'AuthenticationError',
  'ConflictError',
  'IdvApiError',
  'IdvConnectionError',
  'IdvError',
  'IdvTimeoutError',
  'NotFoundError',
  'PermissionError',
  'RateLimitError',
  'ServerError',
  'ValidationError',
  'isIdvError',
];

/** Every name that the package promises. A name that goes is a new major version. */
const ENTRIES: Record<string, string[]> = {
  'idv-verify': ['IdvVerifyElement'],
  'idv-verify/element': ['IdvVerifyElement'],
  'idv-verify/client': [...ERRORS, 'createBrowserClient'],
  'idv-verify/server': [
    ...ERRORS,
    'Verification',
    'WebhookVerificationError',
    'createIdvClient',
    'parseReturnUrl',
    'toNodeHandler',
    'webhookHandler',
    'webhooks',
  ],
  'idv-verify/react': ['IdvVerify'],
  'idv-verify/ssr': ['renderIdvVerify'],
};

test.each(Object.entries(ENTRIES))('%s loads without a DOM and exports its names', async (entry, names) => {
  const code = `
    if ('document' in globalThis) throw new Error('there is a page');
    console.log(JSON.stringify(Object.keys(await import('${entry}'))));`;
  const { stdout, stderr } = await run(process.execPath, ['--input-type=module', '-e', code], {
    cwd: ROOT,
  });
  expect(stderr).toBe('');
  expect(JSON.parse(stdout).sort()).toEqual(names.toSorted());
});

test('package.json has no other entries', () => {
  const { exports } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
  const entries = Object.keys(exports).map((path) => path.replace('.', 'idv-verify'));
  expect(entries).toEqual([
    ...Object.keys(ENTRIES),
    'idv-verify/types/react',
    'idv-verify/types/vue',
    'idv-verify/types/svelte',
    'idv-verify/types/solid',
    'idv-verify/cdn/idv-verify.js',
    'idv-verify/cdn/*',
    'idv-verify/custom-elements.json',
    'idv-verify/html-custom-data.json',
    'idv-verify/package.json',
  ]);
});

test('client and server need nothing but the platform', () => {
  for (const entry of ['client.js', 'server.js']) {
    for (const [file, source] of reached(entry)) {
      const packages = importsOf(source).filter((target) => !target.startsWith('.'));
      expect(packages, file).toEqual([]);
      expect(source, file).not.toMatch(/\b(process|Buffer|require)\b[.(]/);
    }
  }
});

test('the script-tag build imports no other package, and only files of its folder', () => {
  const files = readdirSync(join(ROOT, 'dist/cdn'));
  expect(files).toContain('idv-verify.js');
  for (const file of files.filter((name) => name.endsWith('.js'))) {
    for (const target of importsOf(readFileSync(join(ROOT, 'dist/cdn', file), 'utf8'))) {
      expect(files, `${file} imports ${target}`).toContain(target.replace(/^\.\/|\?\d$/g, ''));
    }
  }
});

/** A built file and all that it imports, with their sources. */
function reached(file: string, found = new Map<string, string>()): Map<string, string> {
  if (found.has(file)) return found;
  const source = readFileSync(join(ROOT, 'dist', file), 'utf8');
  found.set(file, source);
  for (const target of importsOf(source))
    if (target.startsWith('.')) reached(join(file, '..', target), found);
  return found;
}

function importsOf(source: string): string[] {
  return [...source.matchAll(/(?:\bfrom|\bimport\s*\(?)\s*["'`]([^"'`]+)["'`]/g)].map((match) => match[1]!);
}

test('what npm start installs to build has the versions that the tests use', () => {
  const read = (path: string) => JSON.parse(readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8'));
  const { dependencies } = read('.ci/package.json');
  const all = {
    ...read('src/screening/package.json').devDependencies,
    ...read('package.json').devDependencies,
  };
  expect(all).toMatchObject(dependencies);
});
