import { readdir, realpath, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { ListError } from '../lists/listError.ts';

/**
 * All files below a directory, in order, links followed; names that begin with a dot are nobody's lists. A file is a
 * directory of itself.
 * @throws {ListError} if the directory or something in it can't be read
 */
export async function listPaths(path: string, above: readonly string[] = []): Promise<string[]> {
  try {
    const kind = await stat(path);
    if (!kind.isDirectory()) return kind.isFile() ? [path] : [];
    const real = await realpath(path);
    // A link to a directory above itself.
    if (above.includes(real)) return [];
    const names = (await readdir(path)).filter((name) => !name.startsWith('.')).sort();
    const below = await Promise.all(names.map((name) => listPaths(join(path, name), [...above, real])));
    return below.flat();
  } catch (cause) {
    if (cause instanceof ListError) throw cause;
    throw new ListError('directory_unreadable', `Cannot read the list directory ${path}`, { cause });
  }
}
