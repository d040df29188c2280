import { encodeTypeIdSuffix, type IdPrefix } from '../../contract/ids.ts';

/** The lowest id of a kind that is later than a time: that of the next millisecond, the precision of times. */
export function idAfter(prefix: IdPrefix, time: string): string {
  return idFloor(prefix, new Date(new Date(time).getTime() + 1));
}

/**
 * The lowest possible id of a kind that was created at a time. Ids contain their creation time, so a bound on the id is
 * a bound on the time.
 */
export function idFloor(prefix: IdPrefix, time: Date): string {
  const bytes = new Uint8Array(16);
  new DataView(bytes.buffer).setBigUint64(0, BigInt(Math.max(0, time.getTime())) << 16n);
  return `${prefix}_${encodeTypeIdSuffix(bytes)}`;
}
