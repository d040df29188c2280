import { execFileSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '../../..');

/** Packs the built package as for publishing. @returns the path of the tarball, and the paths of its files. */
export function packTarball(folder: string): { tarball: string; files: string[] } {
  mkdirSync(folder, { recursive: true });
  const options = { cwd: ROOT, encoding: 'utf8', shell: process.platform === 'win32' } as const;
  const output = execFileSync('npm', ['pack', '--json', '--silent', '--pack-destination', folder], options);
  // Some npm versions print a list, others an object by package name.
  const [packed] = Object.values<{ filename: string; files: { path: string }[] }>(JSON.parse(output));
  const { filename, files } = packed!;
  return { tarball: join(folder, filename), files: files.map(({ path }) => path) };
}
