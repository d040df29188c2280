/** Marks of direction and other letters without a shape, but for joiners and selectors, which shape the letters beside them. */
const INVISIBLE = /(?!\u200c|\u200d|[\ufe00-\ufe0f])\p{Default_Ignorable_Code_Point}/gu;

/**
 * The same value with every mark of direction in its texts written by its code, such as `[U+202E]`: a name must not turn
 * round what stands beside it, and a reader must see that it tried.
 */
export function visibleControls<T>(value: T): T {
  if (typeof value === 'string') return value.replaceAll(INVISIBLE, codeOf) as T;
  if (Array.isArray(value)) return value.map((one) => visibleControls(one)) as T;
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, visibleControls(one)])) as T;
}

function codeOf(letter: string): string {
  return `[U+${letter.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')}]`;
}
