import { stat } from 'node:fs/promises';
import { listPaths } from './discoverLists.ts';

/** Sizes and modification times of all files below some directories. The text differs if one of them changed. */
export async function fileStamp(directories: readonly string[]): Promise<string> {
  const stamps = await Promise.all(directories.map(stampOf));
  return stamps.flat().join('\n');
}

/** The paths whose lines differ between two stamps: files that appeared, vanished or changed. */
export function changedPaths(before: string, after: string): Set<string> {
  const [old, now] = [new Set(before.split('\n')), new Set(after.split('\n'))];
  const changed = [...old, ...now].filter((line) => line && !(old.has(line) && now.has(line)));
  return new Set(changed.map((line) => line.slice(0, line.lastIndexOf('\t'))));
}

/** A line for each file and each problem: its path, a tab, and its state. */
async function stampOf(directory: string): Promise<string[]> {
  const problems: string[] = [];
  const paths = await listPaths(directory, [], ({ message, file }) =>
    problems.push(`${file?.path ?? directory}\t${message}`),
  );
  const lines = paths.map(async (path) => {
    // Unreadable is a state like another; loading the list reports why.
    const at = await stat(path).catch(() => null);
    return at ? `${path}\t${at.size} ${at.mtimeMs}` : `${path}\tunreadable`;
  });
  return [...(await Promise.all(lines)), ...problems];
}
