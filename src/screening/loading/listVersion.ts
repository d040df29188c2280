import { basename } from 'node:path';
import type { ListFile } from '../lists/listFile.ts';

/**
 * The version that OpenSanctions gives a release, such as `20240527134702-zbn`, by which versions sort: from the nearest
 * folder named so, or from the `index.json` beside the file; null if neither tells.
 */
export function listVersion(file: ListFile, beside: readonly ListFile[]): string | null {
  const [named] = [...file.path.matchAll(/(?<=[\\/])\d{14}-[a-z0-9]{3}(?=[\\/.])/g)].map(String).slice(-1);
  if (named) return named;
  const index = beside.find((other) => basename(other.path) === 'index.json');
  return /"version"\s*:\s*"(\d{14}-[a-z0-9]{3})"/.exec(index?.head ?? '')?.[1] ?? null;
}
