import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { describe, expect, test } from 'vitest';

const ROOT = join(import.meta.dirname, '..');

/** Which folders of `src` a folder may import from, beside itself. */
const ARROWS: Record<string, string[]> = {
  contract: [],
  client: ['contract'],
  server: ['contract', 'client'],
  vision: ['contract'],
  widget: ['contract', 'client', 'vision'],
  service: ['contract', 'vision'],
};

/** The layers of the service, from the top; an import may only point down or stay on its level's own folder. */
const LAYERS = [
  ['cli', 'main.ts'],
  ['app.ts'],
  ['routes'],
  ['cases', 'checks', 'aml', 'webhooks', 'screenings', 'jobs'],
  ['db'],
];

/** Which packages a folder may use; the others are checked by the dependencies of their workspace. */
const PACKAGES: Record<string, RegExp> = {
  contract: /^zod\/mini$/,
  client: /^$/,
  server: /^$/,
  vision: /^$/,
  widget: /^lit($|\/)/,
};

/** Files that compute and nothing else: no clock, no network, no database, no process. */
const PURE = [
  /^service\/cases\/(machine|outcome|requirements)\.ts$/,
  /^service\/aml\/match\//,
  /^service\/checks\/verdict\//,
  /^widget\/flow\.ts$/,
  /^vision\/(?!worker|start|build\/|load)/,
];
const IMPURE =
  /\b(Date\.now|new Date\(\)|performance\.now|fetch\(|process\.|setTimeout|setInterval)|from 'node:/;

const files = list('src');
const imports = files.flatMap((file) => importsOf(file).map((target) => ({ file, target })));

describe('import arrows', () => {
  test('there is something to check', () => {
    expect(files.length).toBeGreaterThan(30);
    expect(imports.length).toBeGreaterThan(60);
  });

  test('a folder of src imports only from the folders below it', () => {
    const wrong = imports.filter(({ file, target }) => {
      const [from, to] = [file.split('/')[0]!, target.split('/')[0]!];
      if (!target.endsWith('.ts')) return false;
      return from !== to && !ARROWS[from]?.includes(to);
    });
    expect(wrong).toEqual([]);
  });

  test('a folder of src uses only its packages', () => {
    const wrong = imports.filter(({ file, target }) => {
      const allowed = PACKAGES[file.split('/')[0]!];
      return allowed && !target.endsWith('.ts') && !isBuildTime(file) && !allowed.test(target);
    });
    expect(wrong).toEqual([]);
  });

  test('the layers of the service point downwards', () => {
    const wrong = imports.filter(({ file, target }) => {
      const [from, to] = [layerOf(file), layerOf(target)];
      return from !== -1 && to !== -1 && to < from;
    });
    expect(wrong).toEqual([]);
  });

  test('the demo uses only what the package exports', () => {
    const wrong = list('demo')
      .flatMap((file) => importsOf(file, 'demo').map((target) => ({ file, target })))
      .filter(({ target }) => target.startsWith('../'));
    expect(wrong).toEqual([]);
  });
});

test('pure files touch no clock, network, database or process', () => {
  const wrong = files
    .filter((file) => PURE.some((pattern) => pattern.test(file)))
    .filter((file) => IMPURE.test(read('src', file).replaceAll(/\/\*[\s\S]*?\*\/|\/\/.*/g, '')));
  expect(wrong).toEqual([]);
});

test('in the service only main.ts and the commands touch process', () => {
  const wrong = files
    .filter((file) => file.startsWith('service/') && !/^service\/(main\.ts|cli\/)/.test(file))
    .filter((file) => /\bprocess\.(env|exit|on|argv)\b/.test(read('src', file)));
  expect(wrong).toEqual([]);
});

/** All TypeScript files below a folder of the repository, as paths relative to it. */
function list(folder: string): string[] {
  return readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .map((file) => file.split(sep).join('/'))
    .filter(
      (file) =>
        file.endsWith('.ts') && !file.includes('node_modules/') && !file.startsWith('vision/kernels/'),
    );
}

/** What a file imports: paths relative to the folder for its own files, names for packages. */
function importsOf(file: string, folder = 'src'): string[] {
  const source = read(folder, file);
  return [...source.matchAll(/(?:\bfrom\s+|\bimport\s*\(\s*|^import\s+)'([^']+)'/gm)]
    .map((match) => match[1]!)
    .map((target) => (target.startsWith('.') ? join(dirname(file), target).split(sep).join('/') : target));
}

function layerOf(file: string): number {
  const part = file.startsWith('service/') ? file.split('/')[1]! : '';
  return LAYERS.findIndex((layer) => layer.includes(part));
}

/** What runs in the build alone may use what the build has, and one file reads in Node what was built. */
function isBuildTime(file: string): boolean {
  return file.startsWith('vision/build/') || file === 'vision/loadFiles.ts';
}

function read(folder: string, file: string): string {
  return readFileSync(join(ROOT, folder, relative('.', file)), 'utf8');
}
