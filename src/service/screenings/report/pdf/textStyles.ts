import type { TextStyle } from './PdfPage.ts';

const INK = '#1b2430';
const GREY = '#5c6675';

/** The text styles of a report. */
export const textStyles = {
  title: { size: 21, color: INK, isBold: true },
  section: { size: 12.5, color: INK, isBold: true },
  hit: { size: 11, color: INK, isBold: false },
  label: { size: 8.2, color: GREY, isBold: false },
  value: { size: 9.2, color: INK, isBold: false },
  strong: { size: 9.2, color: INK, isBold: true },
  small: { size: 8, color: GREY, isBold: false },
  badge: { size: 8.6, color: '#ffffff', isBold: true },
} as const satisfies Record<string, TextStyle>;

export const lineColor = '#d5d9e0';

/** Formats a time in UTC; `null` stays. */
export function time(at: string | null): string | null {
  return at && `${at.slice(0, 10)} ${at.slice(11, 19)} UTC`;
}
