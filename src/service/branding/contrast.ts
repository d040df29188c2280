/** The ground of the hosted page and its widget on which the accent is read worst, in the light and in the dark look. */
const grounds = { accent: '#f4f6fb', accentDark: '#1d2230' } as const;
/** WCAG 2.2, success criterion 1.4.3. */
const MIN_CONTRAST = 4.5;

/** A colour that can be read on its ground. */
export interface ReadableColor {
  used: string;
  /** Of the colour as it was given, 1 to 21. */
  contrast: number;
}

/**
 * Corrects a colour until it can be read: towards black on the light ground, towards white on the dark one.
 * @param color `#rrggbb`.
 */
export function readableColor(field: keyof typeof grounds, color: string): ReadableColor {
  const ground = channels(grounds[field]);
  const given = channels(color);
  const contrast = contrastOf(given, ground);
  const target = field === 'accent' ? 0 : 255;
  let used = given;
  // In steps of a hundredth: the smallest change that does.
  for (let share = 1; contrastOf(used, ground) < MIN_CONTRAST; share++)
    used = given.map((channel) => Math.round(channel + ((target - channel) * share) / 100));
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
