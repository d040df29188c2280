import { stat } from 'node:fs/promises';
import { ListError } from '../lists/ListError.ts';
import { listPaths } from './discoverLists.ts';

/** Sizes and modification times of all files below some directories. The text differs if one of them changed. */
export async function fileStamp(directories: readonly string[]): Promise<string> {
  const stamps = await Promise.all(directories.map(stampOf));
  return stamps.join('\n');
}

async function stampOf(directory: string): Promise<string> {
  try {
    const lines = (await listPaths(directory)).map(async (path) => {
      const { size, mtimeMs } = await stat(path);
      return `${path} ${size} ${mtimeMs}`;
    });
    return (await Promise.all(lines)).join('\n');
  } catch (error) {
    return `${directory} ${error instanceof ListError ? error.message : (error as Error).name}`;
  }
}
