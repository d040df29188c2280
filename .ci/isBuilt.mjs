import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** What the build reads; the service, the engines of its own and the tests are not among it. */
const READ = [
  ...[
    'client',
    'contract',
    'pages',
    'react',
    'server',
    'ssr',
    'testface',
    'texts',
    'types',
    'vision',
    'widget',
  ].map((part) => `src/${part}`),
  'src/service/screenings/report',
  '.ci',
  'vite.config.ts',
  'package-lock.json',
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
  const isOlder = (path) => statSync(path).mtimeMs < built;
  return READ.map((path) => join(root, path)).every((path) =>
    statSync(path).isDirectory()
      ? readdirSync(path, { recursive: true, encoding: 'utf8' }).every((name) => isOlder(join(path, name)))
      : isOlder(path),
  );
}
