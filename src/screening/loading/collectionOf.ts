import { dirname } from 'node:path';
import { baseOf } from './baseOf.ts';
import type { FoundList } from './foundList.ts';

/**
 * What tells the collections apart that list files belong to: a folder, whatever its version. A delta belongs to the
 * collection of its base, so that it withdraws nothing that another one says.
 */
export function collectionOf(list: FoundList, found: readonly FoundList[]): string {
  const isDelta = list.reader.isDelta?.(list.file) === true;
  const { file } = (isDelta && baseOf(list, found)) || list;
  return dirname(file.path).replace(/[\\/]\d{14}-[a-z0-9]{3}(?=[\\/]|$)/g, '');
}
