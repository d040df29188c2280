import type { Portrait } from './readPeople.ts';

/** A portrait that a person would take of themselves, as the page asks for it. */
export function isFrontal({ yaw, pitch, roll, facePixels }: Portrait): boolean {
  return facePixels >= 90 && Math.abs(yaw) <= 14 && Math.abs(pitch) <= 22 && Math.abs(roll) <= 18;
}
