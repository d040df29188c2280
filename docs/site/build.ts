import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const HERE = import.meta.dirname;
const ROOT = join(HERE, '../..');

/**
 * Builds the documentation site, installs its missing dependencies first, and adds the element's files to its pages.
 * @returns the folder to serve.
 */
export function build(): string {
  install();
  layPages();
  const cli = join(HERE, 'node_modules/vitepress/bin/vitepress.js');
  execFileSync(process.execPath, [cli, 'build', HERE], { cwd: HERE, stdio: ['ignore', 'ignore', 'inherit'] });
  const folder = join(ROOT, '.cache/docs');
  cpSync(join(ROOT, 'dist/cdn'), join(folder, 'idv-verify'), { recursive: true });
  return folder;
}

function layPages(): void {
  const pages = join(HERE, 'pages');
  rmSync(pages, { recursive: true, force: true });
  for (const name of readdirSync(join(HERE, '..')))
    if (/\.(md|svg|png|jpg)$/.test(name)) cpSync(join(HERE, '..', name), join(pages, name));
}

function install(): void {
  const lock = readFileSync(join(HERE, 'package-lock.json'), 'utf8');
  const stamp = join(HERE, 'node_modules/.ready');
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === lock) return;
  execFileSync('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: HERE,
    stdio: ['ignore', 'ignore', 'inherit'],
    shell: process.platform === 'win32',
  });
  writeFileSync(stamp, lock);
}
