import type { Look } from './Sheet.ts';

const INK = '#1b2430';
const GREY = '#5c6675';

/** The few ways in which a report writes. */
export const looks = {
  title: { size: 21, color: INK, isBold: true },
  section: { size: 12.5, color: INK, isBold: true },
  hit: { size: 11, color: INK, isBold: false },
  label: { size: 8.2, color: GREY, isBold: false },
  value: { size: 9.2, color: INK, isBold: false },
  strong: { size: 9.2, color: INK, isBold: true },
  small: { size: 8, color: GREY, isBold: false },
  chip: { size: 8.6, color: '#ffffff', isBold: true },
} as const satisfies Record<string, Look>;

export const lineColor = '#d5d9e0';
