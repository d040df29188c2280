/**
 * Direction marks and other characters without a glyph, except joiners and selectors, which affect adjacent letters.
 */
const INVISIBLE = /(?!\u200c|\u200d|[\ufe00-\ufe0f])\p{Default_Ignorable_Code_Point}/gu;

/**
 * A copy with each bidirectional control in its texts replaced by its code, such as `[U+202E]`. A name must not reorder
 * the text around it, and a reader must see the attempt.
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
