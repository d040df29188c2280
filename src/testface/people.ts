import type { HairStyle } from './hairParts.ts';

/** Red, green and blue as linear light, 0 to 1. */
export type Color = readonly [number, number, number];

/** The parameters of a person. Sizes are factors; strengths are 0 to 1. */
export interface Person {
  skin: Color;
  lips: Color;
  hair: Color;
  iris: Color;
  shirt: Color;
  head: HeadShape;
  eyes: EyeShape;
  brows: { thick: number; lift: number; arch: number };
  /** Strength of the lines around mouth and eyes, and on the forehead. */
  age: number;
  beard: number;
  freckles: number;
  blush: number;
  style: HairStyle;
}

export interface HeadShape {
  /** Scale of the whole head, horizontally and vertically. */
  width: number;
  height: number;
  jaw: number;
  chin: number;
  /** Width of the nose, and its depth. */
  nose: number;
  bridge: number;
  cheeks: number;
  lips: number;
  brow: number;
  neck: number;
  shoulders: number;
}

export interface EyeShape {
  /** Half the width of the opening and the heights of its edges, in cm. */
  half: number;
  upper: number;
  lower: number;
  /** Height of the outer corner above the inner one, in cm. */
  tilt: number;
  lash: number;
  /** Height of the fold over the lid, in cm. */
  fold: number;
}

/** Three fictional people. */
export const people: readonly [Person, Person, Person] = [
  {
    skin: rgb(218, 158, 118),
    lips: rgb(190, 92, 88),
    hair: rgb(82, 46, 32),
    iris: rgb(92, 54, 28),
    shirt: rgb(42, 128, 126),
    head: {
      width: 0.96,
      height: 0.93,
      jaw: 0.95,
      chin: 1.1,
      nose: 0.54,
      bridge: 0.7,
      cheeks: 1.2,
      lips: 1.12,
      brow: 0.8,
      neck: 0.86,
      shoulders: 0.88,
    },
    eyes: { half: 1.78, upper: 0.78, lower: -0.6, tilt: 0.4, lash: 1, fold: 0.3 },
    brows: { thick: 1, lift: 0.1, arch: 1 },
    age: 0,
    beard: 0,
    freckles: 0.2,
    blush: 0.9,
    style: 'bun',
  },
  {
    skin: rgb(134, 84, 56),
    lips: rgb(126, 66, 60),
    hair: rgb(44, 33, 29),
    iris: rgb(66, 38, 22),
    shirt: rgb(226, 168, 66),
    head: {
      width: 1.05,
      height: 0.98,
      jaw: 1.12,
      chin: 1.15,
      nose: 1.3,
      bridge: 0.95,
      cheeks: 1.02,
      lips: 1.3,
      brow: 1.1,
      neck: 1.08,
      shoulders: 1.06,
    },
    eyes: { half: 1.62, upper: 0.76, lower: -0.56, tilt: 0.08, lash: 0.45, fold: 0.3 },
    brows: { thick: 1.35, lift: 0, arch: 0.75 },
    age: 0.3,
    beard: 0.9,
    freckles: 0,
    blush: 0.5,
    style: 'coils',
  },
  {
    skin: rgb(238, 192, 168),
    lips: rgb(196, 106, 104),
    hair: rgb(206, 202, 198),
    iris: rgb(74, 118, 156),
    shirt: rgb(138, 84, 122),
    head: {
      width: 1.05,
      height: 0.95,
      jaw: 1.1,
      chin: 1.15,
      nose: 1.16,
      bridge: 1.75,
      cheeks: 1.2,
      lips: 0.75,
      brow: 0.8,
      neck: 0.9,
      shoulders: 0.9,
    },
    eyes: { half: 1.45, upper: 0.66, lower: -0.52, tilt: -0.34, lash: 0.5, fold: 0.22 },
    brows: { thick: 0.8, lift: 0.1, arch: 0.9 },
    age: 1,
    beard: 0,
    freckles: 0,
    blush: 1.1,
    style: 'bob',
  },
];

/** Converts sRGB, 0 to 255, to linear light. */
function rgb(red: number, green: number, blue: number): Color {
  const light = (value: number) => (value / 255) ** 2.2;
  return [light(red), light(green), light(blue)];
}
