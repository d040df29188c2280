import type { HeadShape } from './headParts.ts';

/** Red, green, blue as light (linear), 0 to 1. */
export type Color = readonly [number, number, number];

/** How one of the test faces looks. */
export interface Complexion {
  skin: Color;
  lips: Color;
  hair: Color;
  iris: Color;
  shirt: Color;
  shape: HeadShape;
}

/** Three fictional people. */
export const complexions: readonly [Complexion, Complexion, Complexion] = [
  {
    skin: rgb(226, 172, 140),
    lips: rgb(176, 96, 88),
    hair: rgb(74, 46, 28),
    iris: rgb(84, 112, 104),
    shirt: rgb(52, 96, 150),
    shape: {
      width: 1,
      height: 1,
      jaw: 1,
      nose: 1,
      cheeks: 1,
      lips: 1,
      brow: 1,
      brows: 1,
      beard: 0,
      long: false,
    },
  },
  {
    skin: rgb(142, 88, 58),
    lips: rgb(122, 60, 56),
    hair: rgb(24, 19, 18),
    iris: rgb(62, 36, 20),
    shirt: rgb(196, 184, 162),
    shape: {
      width: 1.06,
      height: 0.97,
      jaw: 1.16,
      nose: 1.3,
      cheeks: 1.1,
      lips: 1.25,
      brow: 1.15,
      brows: 1.35,
      beard: 0.85,
      long: false,
    },
  },
  {
    skin: rgb(234, 190, 164),
    lips: rgb(186, 78, 82),
    hair: rgb(178, 134, 72),
    iris: rgb(70, 120, 172),
    shirt: rgb(86, 112, 82),
    shape: {
      width: 0.96,
      height: 0.96,
      jaw: 0.86,
      nose: 0.8,
      cheeks: 0.95,
      lips: 1.1,
      brow: 0.85,
      brows: 0.8,
      beard: 0,
      long: true,
    },
  },
];

/** From the usual 0 to 255 (sRGB). */
function rgb(red: number, green: number, blue: number): Color {
  const light = (value: number) => (value / 255) ** 2.2;
  return [light(red), light(green), light(blue)];
}
