import type { Landmarks } from '../face/Landmarks.ts';
import type { Picture } from '../Picture.ts';
import { outlineMotion } from './outlineMotion.ts';
import type { FaceBox } from './Scene.ts';
import { smoothed } from './smoothed.ts';
import { thumbnailOf } from './thumbnailOf.ts';
import { turnBetween } from './turnBetween.ts';

/** A picture of a take, and the face in it. */
export interface FacePicture {
  picture: Picture;
  landmarks: Landmarks;
  face: FaceBox;
}

/**
 * What surrounds a face moves, in its widths, by so much times the root of the sine of its turn: the medians of 70 takes
 * of four people.
 */
const EXPECTED = { turn: 0.037, look: 0.026 };
/**
 * The least share of that, taken over all steps that turn the head. In takes of people with a turn and a look it is at
 * least 0.74, of a rendered head 0.68, with one of the two alone 0.46; of 24 photographs that were stretched at most 0.38.
 */
const LEAST = { both: 0.5, one: 0.42 };
/** Degrees: beyond it the outline moves no further. */
const MOST_TURN = 40;
/** The face is so many cells wide; two points across and two down are looked at in each. */
const FACE_CELLS = 48;
const POINTS = 2;

/** Whether a face turned and its outline did not: a picture of it was stretched. */
export function isOutlineStill([neutral, ...others]: readonly FacePicture[]): boolean {
  const turned = others.flatMap((other) => {
    const turn = turnBetween(neutral!.landmarks, other.landmarks);
    return turn ? [{ other, ...turn }] : [];
  });
  if (turned.length === 0) return false;
  const { width, height } = neutral!.picture;
  const cells = Math.round((FACE_CELLS / neutral!.face.width) * Math.max(1, height / width));
  const grid = ({ picture }: FacePicture) => smoothed(thumbnailOf(picture, cells, POINTS));
  const from = grid(neutral!);
  let [sum, count] = [0, 0];
  for (const { other, axis, degrees } of turned) {
    const moved = outlineMotion(from, grid(other), neutral!.face);
    if (moved === null) continue;
    const sine = Math.sin((Math.min(MOST_TURN, degrees) * Math.PI) / 180);
    sum += Math.log(Math.max(1e-6, moved) / (EXPECTED[axis] * Math.sqrt(sine)));
    count++;
  }
  const isBoth = new Set(turned.map(({ axis }) => axis)).size === 2;
  return count > 0 && Math.exp(sum / count) < (isBoth ? LEAST.both : LEAST.one);
}
