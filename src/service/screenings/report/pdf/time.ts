/** An instant as it is written, in UTC; `null` stays. */
export function time(at: string | null): string | null {
  return at && `${at.slice(0, 10)} ${at.slice(11, 19)} UTC`;
}
