import type { IdPrefix } from '../../contract/ids.ts';
import { idFloor } from './idFloor.ts';

/** The least id of a kind that was made after a time: the next millisecond, since times have no finer part. */
export function idAfter(prefix: IdPrefix, time: string): string {
  return idFloor(prefix, new Date(new Date(time).getTime() + 1));
}
