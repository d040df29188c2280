import { execFileSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '../../..');

/** Packs the built package as it would be published. @returns the path of the tarball, and those of the files in it. */
export function packTarball(folder: string): { tarball: string; files: string[] } {
  mkdirSync(folder, { recursive: true });
  const options = { cwd: ROOT, encoding: 'utf8', shell: process.platform === 'win32' } as const;
  const said = execFileSync('npm', ['pack', '--json', '--silent', '--pack-destination', folder], options);
  // One npm says it as a list, another by package name.
  const [packed] = Object.values<{ filename: string; files: { path: string }[] }>(JSON.parse(said));
  const { filename, files } = packed!;
  return { tarball: join(folder, filename), files: files.map(({ path }) => path) };
}
