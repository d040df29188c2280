/**
 * The background of the hosted page and its widget against which the accent has the least contrast, in light and dark
 * mode.
 */
const grounds = { accent: '#f4f6fb', accentDark: '#1d2230' } as const;
/** WCAG 2.2, success criterion 1.4.3. */
const MIN_CONTRAST = 4.5;

/** A colour with sufficient contrast. */
export interface ReadableColor {
  used: string;
  /** Contrast ratio of the requested colour, 1 to 21. */
  contrast: number;
}

/**
 * Adjusts a colour until its contrast suffices: towards black on the light background, towards white on the dark one.
 * @param color `#rrggbb`.
 */
export function readableColor(field: keyof typeof grounds, color: string): ReadableColor {
  const ground = channels(grounds[field]);
  const original = channels(color);
  const contrast = contrastOf(original, ground);
  const target = field === 'accent' ? 0 : 255;
  let used = original;
  // Steps of a hundredth give the smallest sufficient change.
  for (let share = 1; contrastOf(used, ground) < MIN_CONTRAST; share++)
    used = original.map((channel) => Math.round(channel + ((target - channel) * share) / 100));
  const hex = used.map((channel) => channel.toString(16).padStart(2, '0')).join('');
  return { used: `#${hex}`, contrast: Math.round(contrast * 100) / 100 };
}

function channels(color: string): number[] {
  return [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16));
}

/** @see https://www.w3.org/TR/WCAG22/#dfn-contrast-ratio */
function contrastOf(one: readonly number[], other: readonly number[]): number {
  const [darker, lighter] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (lighter! + 0.05) / (darker! + 0.05);
}

function luminance(color: readonly number[]): number {
  const [red, green, blue] = color.map((channel) => {
    const value = channel / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red! + 0.7152 * green! + 0.0722 * blue!;
}
