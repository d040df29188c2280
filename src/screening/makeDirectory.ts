import { mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

/**
 * Creates a directory and its parents. `mkdir` with `recursive` would loop endlessly in a directory that accepts no
 * entries and reports that it does not exist, such as /proc.
 * @throws the error of the system.
 */
export function makeDirectory(path: string, mode = 0o700): void {
  try {
    makeOne(path, mode);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT' || dirname(path) === path) throw error;
    makeDirectory(dirname(path), mode);
    makeOne(path, mode);
  }
}

function makeOne(path: string, mode: number): void {
  try {
    mkdirSync(path, { mode });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST' || !statSync(path).isDirectory()) throw error;
  }
}
