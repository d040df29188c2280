import { dirname } from 'node:path';
import { type LoadedUnit, sumOf } from '../../screening/screening.ts';
import type { ComparedList } from './screeningLists.ts';

/**
 * Compares a list in use with its files on disk.
 * @param changed the paths that changed on disk since they were read
 */
export function compareList(
  list: string,
  all: readonly LoadedUnit[],
  changed: ReadonlySet<string>,
): ComparedList {
  const units = all.filter(({ lists }) => lists.includes(list));
  const isRead = !units.some((unit) => isBeside(unit, changed));
  const isKnown = isRead && units.length > 0 && units.every(({ onDisk }) => onDisk !== null);
  return { inUse: sumOf(units), onDisk: isKnown ? onDiskOf(units) : null };
}

function onDiskOf(units: readonly LoadedUnit[]): string {
  return units.every(({ isKept }) => !isKept) ? sumOf(units) : units.map(({ onDisk }) => onDisk).join('-');
}

/** Whether a path lies in a folder of a unit's files: a new delta changes the list beside it. */
function isBeside({ files }: LoadedUnit, paths: ReadonlySet<string>): boolean {
  const folders = new Set([...paths].map((path) => dirname(path)));
  return files.some(({ path }) => folders.has(dirname(path)));
}
