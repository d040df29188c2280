import { type Columns, nameFlag } from './columns.ts';

/** The dates of birth that belong to a listed name alone, as `birthDate` reads them; null if it has none. */
export function datesOfName(
  { nameFlags, datedNames, datedNameStart, nameDates }: Columns,
  name: number,
): { dates: Int32Array; start: number; end: number } | null {
  if (!(nameFlags[name]! & nameFlag.dated)) return null;
  let [low, high] = [0, datedNames.length - 1];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (datedNames[middle]! < name) low = middle + 1;
    else high = middle;
  }
  return { dates: nameDates, start: datedNameStart[low]!, end: datedNameStart[low + 1]! };
}
