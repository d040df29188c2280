import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { brokenRanks } from './support/brokenRanks.ts';
import { circlesOf } from './support/circlesOf.ts';
import { LEVELS } from './support/ranks.ts';
import { sourceFile, sourceGraph } from './support/sourceGraph.ts';

/** Which packages a folder may use; the others are checked by the dependencies of their workspace. */
const PACKAGES: Record<string, RegExp> = {
  contract: /^zod\/mini$/,
  client: /^$/,
  server: /^$/,
  vision: /^$/,
  // Its reader is loaded where a barcode is to be read, with a file of our own build.
  document: /^zxing-wasm\/reader$/,
  testface: /^$/,
  testdocument: /^$/,
  pages: /^$/,
  react: /^react$/,
  ssr: /^lit$/,
  // Bundled dependencies besides Lit: the language matcher and the address formats.
  widget: /^(lit($|\/)|@formatjs\/intl-localematcher$|localized-address-format$|postcode-validator$)/,
};

/** Files that compute and nothing else: no clock, no network, no database, no process. */
const PURE = [
  /^service\/cases\/(machine|outcome|requirements)\.ts$/,
  /^screening\/(names(?!\/build)|compare|search)\//,
  /^service\/selfies\/verdict\//,
  /^widget\/step\/nextScreen\.ts$/,
  /^document\/(?!build\/|load|worker|start|documentFiles)/,
  /^vision\/(?!worker|start|build\/|load|engineFiles)/,
];
const IMPURE =
  /\b(Date\.now|new Date\(\)|performance\.now|fetch\(|process\.|setTimeout|setInterval)|from 'node:/;

const files = sourceGraph();
const imports = files.flatMap(({ path, imports }) => imports.map((target) => ({ file: path, target })));

describe('import arrows', () => {
  test('the rules find files to check', () => {
    expect(files.length).toBeGreaterThan(30);
    expect(imports.length).toBeGreaterThan(60);
  });

  test('a folder of src imports only the packages declared for it', () => {
    const wrong = imports.filter(({ file, target }) => {
      const allowed = PACKAGES[file.split('/')[0]!];
      return allowed && !/\.(ts|json(\?\w+)?)$/.test(target) && !isBuildTime(file) && !allowed.test(target);
    });
    expect(wrong).toEqual([]);
  });

  test('folders import only from lower levels', () => {
    const broken = brokenRanks(files).map(({ from, to }) => `${from} -> ${to}`);
    expect(broken).toEqual([]);
  });

  test.each(Object.keys(LEVELS))('every folder of %s has a level, and every level its folders', (part) => {
    const inPart = files.filter(({ path }) => path.startsWith(`${part}/`));
    expect(new Set(inPart.map(({ path }) => path.split('/')[1]))).toEqual(new Set(LEVELS[part]!.flat()));
  });

  test('there are no circular imports', () => {
    for (const graph of [files, sourceGraph('demo')])
      expect(circlesOf(new Map(graph.map(({ path, imports }) => [path, imports])))).toEqual([]);
  });

  test('the demo uses only what the package exports', () => {
    const demo = sourceGraph('demo').flatMap(({ path, imports }) =>
      imports.map((target) => ({ path, target })),
    );
    expect(demo.filter(({ target }) => target.startsWith('../'))).toEqual([]);
  });
});

test('a function has less than 60 lines, including nested functions', () => {
  const wrong = files
    .filter(({ functionLines }) => Math.max(0, ...functionLines) >= 60)
    .map(({ path, functionLines }) => `${path}: ${Math.max(...functionLines)}`);
  expect(wrong).toEqual([]);
});

test('every folder of src is named in README.md, every folder and file of the service in docs/architecture.md', () => {
  const read = (path: string) => readFileSync(join(import.meta.dirname, '..', path), 'utf8');
  const map = read('README.md');
  const layers = read('docs/architecture.md');
  const parts = new Set(files.map(({ path }) => path.split('/')[0]!));
  expect([...parts].filter((part) => !map.includes(`\`${part}/\``))).toEqual([]);
  const folders = LEVELS['service']!.flat();
  expect(folders.filter((folder) => !layers.includes(`\`${folder}\``))).toEqual([]);
});

test.each(PURE)('every file named in %s exists', (pattern) => {
  expect(files.some(({ path }) => pattern.test(path))).toBe(true);
});

test('pure files touch no clock, network, database or process', () => {
  const wrong = files
    .filter(({ path }) => PURE.some((pattern) => pattern.test(path)))
    .filter(({ text }) => IMPURE.test(text.replaceAll(/\/\*[\s\S]*?\*\/|\/\/.*/g, '')))
    .map(({ path }) => path);
  expect(wrong).toEqual([]);
});

test('a file name starts with a capital only if its subject is a class', () => {
  const wrong = files
    // The entry of React has the name of its component.
    .filter(({ path }) => !/\/migrations\/\d/.test(path) && path !== 'react/IdvVerify.ts')
    .filter(({ path, text }) => {
      const name = path
        .split('/')
        .at(-1)!
        .replace(/\.tsx?$/, '');
      const classes = [...text.matchAll(/^export (?:abstract )?class (\w+)/gm)].map(([, found]) => found!);
      const ofClass = classes.find((found) => found.toLowerCase() === name.toLowerCase());
      return name !== (ofClass ?? name[0]!.toLowerCase() + name.slice(1));
    })
    .map(({ path }) => path);
  expect(wrong).toEqual([]);
});

test('a function has no positional boolean and at most five parameters', () => {
  const wrong = [...files, ...sourceGraph('demo')]
    // A compiled kernel takes numbers alone.
    .filter(({ path }) => !['vision/net/Kernels.ts', 'document/build/Trainer.ts'].includes(path))
    .flatMap(({ path, unnamedOptions }) => unnamedOptions.map((line) => `${path}:${line}`));
  expect(wrong).toEqual([]);
});

test('in the service only startup, commands and picture processes use `process`', () => {
  const wrong = files
    .filter(
      ({ path }) =>
        path.startsWith('service/') &&
        !/^service\/((main|serve|settings\/startWithoutSecrets)\.ts|cli\/)/.test(path),
    )
    .filter(({ path }) => !/\/(examinerProcess|isolation|startExaminer)\.ts$/.test(path))
    .filter(({ text }) => /\bprocess\.(env|exit|on|argv)\b/.test(text))
    .map(({ path }) => path);
  expect(wrong).toEqual([]);
});

test('a failure that is given up has its reason beside it', () => {
  const wrong = [...files, ...sourceGraph('demo')].flatMap(({ path, text }) => {
    const lines = text.split('\n');
    return lines.flatMap((line, at) => {
      const isGivenUp =
        /\.catch\(\(\)(: \S+)? =>|\bcatch \{/.test(line) && !/\bthrow\b|return '/.test(lines[at + 1]!);
      const around = lines.slice(Math.max(0, at - 4), at + 2);
      return isGivenUp && !around.some((one) => /\/\/|\*/.test(one)) ? [`${path}:${at + 1}`] : [];
    });
  });
  expect(wrong).toEqual([]);
});

test('no test waits for another time than all others', () => {
  const own = sourceGraph('test')
    .filter(({ path }) => path.endsWith('.test.ts'))
    .flatMap(({ path, text }) =>
      [...text.matchAll(/\btimeout: [\d_]+/g)].map(([limit]) => `${path}: ${limit}`),
    );
  expect(own).toEqual([]);
});

/** Build code may use build dependencies; one file reads built files in Node. */
function isBuildTime(file: string): boolean {
  return (
    /^(pages|vision|testface|widget|document)\/build\//.test(file) || /\/load(Document)?Files\.ts$/.test(file)
  );
}

describe('the rules for imports, circles and arrows', () => {
  test('type imports, re-exports, dynamic imports and import types are seen', () => {
    const text = [
      "import type { A } from './a.ts';",
      "export * from '../b.ts';",
      "const c = () => import('./c.ts');",
      "let d: import('./d.ts').D;",
      "import 'lit';",
      "// import './no.ts'",
    ].join('\n');
    const { imports, functionLines } = sourceFile('x/y.ts', text);
    expect(imports.toSorted()).toEqual(['b.ts', 'lit', 'x/a.ts', 'x/c.ts', 'x/d.ts']);
    expect(functionLines).toEqual([1]);
  });

  test.each([
    'function f(a: string, isB: boolean) {}',
    'const f = (isB = false) => isB;',
    'interface A { f(a: number, isB?: boolean): void }',
    'type F = (isB: boolean) => void;',
    'class A { f(a: 1, b: 2, c: 3, d: 4, e: 5, f: 6) {} }',
  ])('%s has options without a name', (text) => {
    expect(sourceFile('x/y.ts', text).unnamedOptions).toEqual([1]);
  });

  test('named options and five parameters are allowed', () => {
    const text =
      'function f(a: 1, b: 2, c: 3, d: 4, { isE = false }: { isE?: boolean }): boolean { return isE; }';
    expect(sourceFile('x/y.ts', text).unnamedOptions).toEqual([]);
  });

  test('a circle of three and a self-import are found, a diamond is allowed', () => {
    const graph = { a: ['b'], b: ['c'], c: ['a', 'd'], d: ['e', 'f'], e: ['g'], f: ['g'], g: [], h: ['h'] };
    expect(circlesOf(new Map(Object.entries(graph)))).toEqual([['a', 'b', 'c'], ['h']]);
  });

  test.each([
    ['an arrow against the layout', 'contract/a.ts', 'widget/b.ts'],
    ['an import that points up', 'service/db/a.ts', 'service/cases/b.ts'],
    ['an import of a folder on the same level', 'service/screenings/a.ts', 'service/webhooks/b.ts'],
    ['a folder without a level', 'service/nowhere/a.ts', 'service/db/b.ts'],
    ['a step that reaches up to the flow', 'widget/step/a.ts', 'widget/flow/b.ts'],
    ['a comparison that asks the index', 'screening/compare/a.ts', 'screening/index/b.ts'],
  ])('%s is broken', (_, from, to) => {
    const graph = [sourceFile(from, `import '${relativeTo(from, to)}';`), sourceFile(to, '')];
    expect(brokenRanks(graph)).toEqual([{ from, to }]);
  });
});

function relativeTo(from: string, to: string): string {
  return `${'../'.repeat(from.split('/').length - 1)}${to}`;
}
