import { existsSync, readdirSync, statSync } from 'node:fs';
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
  '.ci/describe.mjs',
  '.ci/elementPage.mjs',
];

/**
 * Whether the built package is newer than all that it is built from.
 * @param {string} root of the repository
 */
export function isBuilt(root) {
  // The last file that the build writes.
  const last = join(root, 'dist/web-types.json');
  if (!existsSync(last)) return false;
  const built = statSync(last).mtimeMs;
  // A folder is newer than the build if a file in it is gone.
  const isOlder = (path) => statSync(path).mtimeMs < built;
  return READ.map((path) => join(root, path)).every(
    (path) =>
      isOlder(path) &&
      (!statSync(path).isDirectory() ||
        readdirSync(path, { recursive: true, encoding: 'utf8' }).every((name) => isOlder(join(path, name)))),
  );
}
