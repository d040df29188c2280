/**
 * A time relative to now, in words: `overdue by 3 h`, `in 40 min`. Computed in UTC milliseconds, independent of time
 * zones.
 */
export function inWords(at: Date, now: Date): string {
  const minutes = Math.floor(Math.abs(at.getTime() - now.getTime()) / 60_000);
  const hours = Math.floor(minutes / 60);
  const length =
    minutes < 60 ? `${minutes} min` : hours < 48 ? `${hours} h` : `${Math.floor(hours / 24)} days`;
  return at <= now ? `overdue by ${length}` : `in ${length}`;
}
