import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';

/** Sizes and times of all files below some directories: another text when one of them changed. */
export async function fileStamp(directories: readonly string[]): Promise<string> {
  const stamps = await Promise.all(directories.map(stampOf));
  return stamps.join('\n');
}

async function stampOf(directory: string): Promise<string> {
  try {
    const self = await stat(directory);
    if (self.isFile()) return `${directory} ${self.size} ${self.mtimeMs}`;
    const entries = await readdir(directory, { withFileTypes: true, recursive: true });
    const paths = entries
      .filter((entry) => entry.isFile() && !entry.name.startsWith('.'))
      .map((entry) => join(entry.parentPath, entry.name))
      .sort();
    const lines = paths.map(async (path) => {
      const { size, mtimeMs } = await stat(path);
      return `${path} ${size} ${mtimeMs}`;
    });
    return (await Promise.all(lines)).join('\n');
  } catch (error) {
    return `${directory} ${(error as NodeJS.ErrnoException).code}`;
  }
}
