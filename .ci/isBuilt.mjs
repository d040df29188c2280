import { existsSync, mkdirSync, readdirSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** What the build reads: all code that reaches a browser or the package is among it. */
const READ = [
  'src',
  'demo',
  'public',
  'vite.config.ts',
  'custom-elements-manifest.config.mjs',
  'package.json',
  'package-lock.json',
  '.ci/build.mjs',
  '.ci/describe.mjs',
  '.ci/elementPage.mjs',
  'deploy/release/prepareDatabase.ts',
  'deploy/release/packFolder.ts',
];

/** The last file that the build of the package writes. */
const LAST = 'dist/web-types.json';
/** Written when all that the service and the demo serve was built; it is no part of the package. */
const SERVED = '.cache/served';

/**
 * Whether the built package is newer than all that it is built from.
 * @param {string} root of the repository
 * @param {{ served?: boolean }} [parts] with `served` only what the service and the demo serve
 */
export function isBuilt(root, { served = false } = {}) {
  const files = served ? [SERVED, 'dist/cdn', 'dist/pages', 'dist/server.js', 'dist/database.gz'] : [LAST];
  if (!files.every((path) => existsSync(join(root, path)))) return false;
  const built = statSync(join(root, files[0])).mtimeMs;
  // A folder is newer than the build if a file in it is gone.
  const isOlder = (path) => statSync(path).mtimeMs < built;
  return READ.map((path) => join(root, path)).every(
    (path) =>
      isOlder(path) &&
      (!statSync(path).isDirectory() ||
        readdirSync(path, { recursive: true, encoding: 'utf8' }).every((name) => isOlder(join(path, name)))),
  );
}

/**
 * Notes that what is served was built, and the package too if it was: with the time at which that began, since a file that
 * changed meanwhile may have been read before.
 * @param {string} root of the repository
 * @param {Date} began
 */
export function noteBuilt(root, began) {
  mkdirSync(join(root, '.cache'), { recursive: true });
  writeFileSync(join(root, SERVED), '');
  for (const file of [SERVED, LAST].map((path) => join(root, path)))
    if (existsSync(file)) utimesSync(file, began, began);
}
