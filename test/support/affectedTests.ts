import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join, posix } from 'node:path';
import { sourceGraph } from './sourceGraph.ts';

const ROOT = join(import.meta.dirname, '../..');

/** Folders with code of the project. */
const CODE = ['src', 'test', 'demo', 'deploy', 'docs/site'];
/** A change of these may change anything. */
const CONFIG =
  /^(package(-lock)?\.json|[^/]*\.config\.ts|(.*\/)?tsconfig[^/]*\.json|\.biome\.json|\.ci\/.*|\.npmrc|.*\/package\.json|test\/support\/(globalSetup|holdDatabaseCode|LongestFirst|FlakyReporter|addNote|service|leaveOut)\.ts)$/;
/** The entries of the published package: a test of the built package depends on all that they import. */
const ENTRIES = ['widget/register', 'client/index', 'server/index', 'react/index', 'ssr/index'].map(
  (entry) => `src/${entry}.ts`,
);
/** It reads every file, and takes seconds. */
const ALWAYS = ['test/architecture.test.ts'];

/** Seconds of tests, as one worker takes them: with the build and the types the whole run stays under 90 seconds. */
const BUDGET_SECONDS = 90;
/** The assumed duration of a file without a measured one, including the start of its browser page. */
const UNKNOWN_SECONDS = 2;
/** Seconds of the test files that take three and more, in a run of all on two cores, for a clone where none ran (`npm run slow-tests`). */
export const SLOW_TESTS: Readonly<Record<string, number>> = JSON.parse(
  readFileSync(join(import.meta.dirname, 'slowTests.json'), 'utf8'),
);

export interface Selection {
  /** Why everything has to run; `null` if a part will do. */
  everything: string | null;
  /** Test files to run, the nearest to the change first. */
  tests: string[];
  /** Test files that reach the change too, from farther away. */
  leftOut: string[];
  /** Whether one of the tests needs the built package. */
  needsBuild: boolean;
}

/** The dependencies of each file, by path from the root of the repository: files, folders (`docs/`), and `dist/`. */
export type Dependencies = ReadonlyMap<string, readonly string[]>;

/**
 * Selects the tests of a change: those in the folder of the same name, then those that import it or name it by its
 * path, those of the same part first, over as few files as possible, as many as fit into the budget.
 * @param changed paths from the root of the repository; files that are gone included.
 * @param secondsOf how long a test file took the last time; `undefined` if unknown.
 */
export function affectedTests(
  changed: readonly string[],
  dependencies: Dependencies,
  secondsOf: (test: string) => number | undefined,
): Selection {
  const all = [...dependencies.keys()].filter((path) => path.endsWith('.test.ts'));
  const config = changed.find((path) => CONFIG.test(path));
  if (config) return everything(`${config} may change anything`, all);
  const distances = distancesTo(changed, dependencies);
  const unknown = changed.find((path) => !isReached(path, dependencies, all) && !isRemark(path));
  if (unknown) return everything(`no test is known to depend on ${unknown}`, all);
  const distanceOf = (test: string) => (isOfSameFolder(test, changed) ? 0 : distances.get(test)!);
  const seconds = (test: string) => secondsOf(test) ?? SLOW_TESTS[test] ?? UNKNOWN_SECONDS;
  const rank = (test: string) => [
    distanceOf(test) > 0 ? 1 : 0,
    isOfSamePart(test, changed) ? 0 : 1,
    distanceOf(test),
    seconds(test),
  ];
  const reached = all
    .filter((test) => distances.has(test) || isOfSameFolder(test, changed))
    .map((test) => ({ test, rank: rank(test) }))
    .sort((one, other) => compare(one.rank, other.rank) || one.test.localeCompare(other.test))
    .map(({ test }) => test);
  const tests = new Set(ALWAYS.filter((test) => all.includes(test)));
  let used = 0;
  for (const test of reached) {
    // Tests that were changed run, however long they take.
    if (used + seconds(test) > BUDGET_SECONDS && !changed.includes(test)) continue;
    used += seconds(test);
    tests.add(test);
  }
  const leftOut = reached.filter((test) => !tests.has(test));
  return { everything: null, tests: [...tests], leftOut, needsBuild: needsBuild(tests, dependencies) };
}

/** Reads the imports of the project's files, and the files and folders named in their texts. */
export function projectDependencies(): Dependencies {
  const dependencies = new Map<string, string[]>();
  for (const folder of CODE)
    for (const { path, text, imports } of sourceGraph(folder)) {
      const file = `${folder}/${path}`;
      const imported = imports.flatMap((target) => {
        if (/^idv-verify(\/|$)/.test(target)) return ['dist/'];
        const inRepository = posix.join(folder, target);
        return existsSync(join(ROOT, inRepository)) ? [inRepository] : [];
      });
      dependencies.set(file, [...new Set([...imported, ...namedPaths(file, text)])]);
    }
  return dependencies;
}

/** Paths in string literals that lead to a file or a folder, from the file itself or from the root. */
function namedPaths(file: string, text: string): string[] {
  const literals = [...text.matchAll(/['"`]((?:\.{1,2}\/)*[\w@.-]+(?:\/[\w@.-]+)*\/?)['"`]/g)].map(
    (match) => match[1]!,
  );
  return literals.flatMap((literal) => {
    if (/(^|\/)dist(\/|$)/.test(literal)) return file.startsWith('src/') ? [] : ['dist/'];
    if (!literal.includes('/') && !/\.\w+$/.test(literal) && literal !== 'docs') return [];
    const path = literal.startsWith('.') ? posix.join(posix.dirname(file), literal) : literal;
    const clean = path.replace(/\/$/, '');
    if (clean.startsWith('..') || ['.', 'src', 'test', file].includes(clean)) return [];
    const found = statSync(join(ROOT, clean), { throwIfNoEntry: false });
    if (!found) return [];
    return [found.isDirectory() ? `${clean}/` : clean];
  });
}

/** How many steps each file is from the nearest of the changed ones. */
function distancesTo(changed: readonly string[], dependencies: Dependencies): Map<string, number> {
  const dependents = new Map<string, string[]>();
  const add = (target: string, file: string) =>
    dependents.set(target, [...(dependents.get(target) ?? []), file]);
  for (const [file, targets] of dependencies) for (const target of targets) add(target, file);
  for (const entry of ENTRIES) add(entry, 'dist/');
  const distances = new Map<string, number>();
  let ring = [...changed];
  for (let distance = 0; ring.length > 0; distance++) {
    const next: string[] = [];
    for (const file of ring) {
      if (distances.has(file)) continue;
      distances.set(file, distance);
      next.push(
        ...(dependents.get(file) ?? []),
        ...foldersOf(file).flatMap((folder) => dependents.get(folder) ?? []),
      );
    }
    ring = next;
  }
  return distances;
}

/** `a/b/`, `a/` of `a/b/c.ts`. */
function foldersOf(file: string): string[] {
  const parts = file.split('/').slice(0, -1);
  return parts.map((_, index) => `${parts.slice(0, index + 1).join('/')}/`);
}

/** `test/service/webhooks/…` belongs to `src/service/webhooks/…`, and to files beside a changed test. */
function isOfSameFolder(test: string, changed: readonly string[]): boolean {
  return changed.some((path) => {
    const folder = posix.dirname(path).replace(/^src\//, 'test/');
    if (path.startsWith('demo/')) return test.startsWith('test/demo/');
    return path === test || (folder.split('/').length > 2 && test.startsWith(`${folder}/`));
  });
}

/** Whether a test is of the part (`service`, `widget` …) of the sources that a changed file is of. */
function isOfSamePart(test: string, changed: readonly string[]): boolean {
  return changed.some((path) => path.split('/')[1] === test.split('/')[1] && path.startsWith('src/'));
}

function compare(one: readonly number[], other: readonly number[]): number {
  return one.map((value, index) => value - other[index]!).find((difference) => difference !== 0) ?? 0;
}

function isReached(path: string, dependencies: Dependencies, tests: readonly string[]): boolean {
  const distances = distancesTo([path], dependencies);
  return tests.some(
    (test) => !ALWAYS.includes(test) && (distances.has(test) || isOfSameFolder(test, [path])),
  );
}

/** Files that no test reads: documents next to the sources. */
function isRemark(path: string): boolean {
  return /^(\.changeset\/.*\.md|\.gitignore|LICENSE)$/.test(path);
}

function everything(reason: string, tests: string[]): Selection {
  return { everything: reason, tests, leftOut: [], needsBuild: true };
}

function needsBuild(tests: Set<string>, dependencies: Dependencies): boolean {
  const visited = new Set<string>();
  const leads = (file: string): boolean => {
    if (file === 'dist/') return true;
    if (visited.has(file)) return false;
    visited.add(file);
    return (dependencies.get(file) ?? []).some(leads);
  };
  return [...tests].some(leads);
}

/** How long each test file took in the last runs here, in seconds, as the test runner remembers it. */
export function lastSeconds(): (test: string) => number | undefined {
  const seconds = new Map<string, number>();
  const cache = join(ROOT, 'node_modules/.vite/vitest');
  if (!existsSync(cache)) return () => undefined;
  for (const folder of readdirSync(cache)) {
    const file = join(cache, folder, 'results.json');
    if (!existsSync(file)) continue;
    const { projects = {} }: Results = JSON.parse(readFileSync(file, 'utf8'));
    for (const { files } of Object.values(projects))
      for (const [test, { duration }] of Object.entries(files)) seconds.set(test, duration / 1000);
  }
  return (test) => seconds.get(test);
}

interface Results {
  projects?: Record<string, { files: Record<string, { duration: number }> }>;
}
