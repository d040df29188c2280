// Packs the built package as it would be published, as .cache/package.tgz: what checks packages packs once for all of them.
import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');
const cache = join(root, '.cache');
const folder = join(cache, 'packing');

rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });
execFileSync('npm', ['pack', '--silent', '--pack-destination', folder], {
  cwd: root,
  stdio: ['ignore', 'ignore', 'inherit'],
  shell: process.platform === 'win32',
});
renameSync(join(folder, readdirSync(folder)[0]), join(cache, 'package.tgz'));
rmSync(folder, { recursive: true });
