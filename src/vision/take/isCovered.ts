import type { FaceTones } from './FaceTones.ts';

/**
 * How far the colour about the mouth, its lightness and the lightness about the eyes may leave those of the neutral
 * picture. In films of six people talking and turning they changed by at most 0.08, 0.14 and 0.27; masks drawn over them
 * changed the first by 0.39 and more, dark glasses the last by 0.39 to 1.9.
 */
const MOST = { colour: 0.18, light: 0.4, eyes: 0.45 };

/** Whether something came before mouth or eyes since the neutral picture was taken. A hand of one colour with the face may not be seen. */
export function isCovered(neutral: FaceTones, now: FaceTones): boolean {
  const [red, green, blue] = now.mouth.map((value, channel) => value - neutral.mouth[channel]!) as [
    number,
    number,
    number,
  ];
  const colour = Math.hypot(red - green, blue - green);
  const light = Math.abs(red + green + blue) / 3;
  return colour > MOST.colour || light > MOST.light || neutral.eyes - now.eyes > MOST.eyes;
}
