import { encodeTypeIdSuffix, type IdPrefix } from '../../contract/ids.ts';

/** The least id of a kind that was made after a time: the next millisecond, since times have no finer part. */
export function idAfter(prefix: IdPrefix, time: string): string {
  return idFloor(prefix, new Date(new Date(time).getTime() + 1));
}

/** The least id of a kind that could have been made at a time: ids carry theirs, so that a bound on the id is one on time. */
export function idFloor(prefix: IdPrefix, time: Date): string {
  const bytes = new Uint8Array(16);
  new DataView(bytes.buffer).setBigUint64(0, BigInt(Math.max(0, time.getTime())) << 16n);
  return `${prefix}_${encodeTypeIdSuffix(bytes)}`;
}
