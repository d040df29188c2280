import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import type { ListFile } from './listFile.ts';

/**
 * Compares a file with the size that the publisher states in the `index.json` of the same directory: `resources`, each
 * with `name` and `size` in bytes, in the format of OpenSanctions. Without such a statement nothing is compared.
 * @throws Error if the sizes differ (the file was truncated, or is of another release), or if `index.json` cannot be
 *   read
 */
export async function requireStatedSize(file: ListFile, beside: readonly ListFile[]): Promise<void> {
  const index = beside.find(({ path }) => basename(path) === 'index.json');
  if (!index) return;
  const stated = resourcesIn(await readFile(index.path, 'utf8')).find(
    ({ name }) => name === basename(file.path),
  );
  if (Number.isInteger(stated?.size) && stated?.size !== file.bytes)
    throw new Error(`it has ${file.bytes} bytes, but index.json beside it states ${stated?.size}`);
}

interface Resource {
  name?: unknown;
  size?: unknown;
}

function resourcesIn(text: string): Resource[] {
  try {
    const { resources } = JSON.parse(text) as { resources?: unknown };
    return Array.isArray(resources) ? (resources as Resource[]) : [];
  } catch {
    throw new Error('index.json beside it is not valid JSON: download it again');
  }
}
