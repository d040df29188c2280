import { execFileSync } from 'node:child_process';
import { cpSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { installFolder } from '../../test/support/installFolder.ts';

const HERE = import.meta.dirname;
const ROOT = join(HERE, '../..');

/**
 * Builds the documentation site, installs its missing dependencies first, and adds the element's files to its pages.
 * @returns the folder to serve.
 */
export function build(): string {
  installFolder(HERE);
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
