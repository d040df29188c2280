import { cpSync, existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { runCommand } from './runCommand.ts';

const APPS = join(import.meta.dirname, '../apps');

/**
 * Copies an app to a folder of the cache and installs its dependencies and the tarball. Earlier installations are
 * reused; the package itself is always unpacked again.
 * @throws with npm's output if the installation fails.
 */
export async function installApp(app: string, tarball: string, cache: string): Promise<string> {
  const folder = join(cache, app);
  mkdirSync(folder, { recursive: true });
  for (const name of readdirSync(folder))
    if (name !== 'node_modules') rmSync(join(folder, name), { recursive: true });
  cpSync(join(APPS, app), folder, { recursive: true });
  for (const stale of ['idv-verify', '.vite', '.cache']) {
    const path = join(folder, 'node_modules', stale);
    if (existsSync(path)) rmSync(path, { recursive: true });
  }
  const flags = '--no-audit --no-fund --no-package-lock --no-save --prefer-offline --loglevel=error';
  const { ended, output } = runCommand(`npm install ${flags} "${tarball}"`, folder);
  if ((await ended) !== 0) throw new Error(`npm install of ${app} failed:\n${output()}`);
  return folder;
}
