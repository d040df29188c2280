import { extentOf, type Landmarks } from '../face/face.ts';
import { poseBetween, rigidPoints, rotationBetween } from '../face/poseBetween.ts';
import { headPitch } from '../judge/judgeStep.ts';

/**
 * By how much, as a logarithm, a face may get broader against its height in turns, and taller against its breadth in
 * looks, than its landmarks would by turning alone; both taken together. In 93 takes of people it was at most 0.10, for
 * half of 24 stretched photographs more than 0.16.
 */
const MAX_DEVIATION = 0.14;

/** Whether a face that turned was drawn out of shape on the way. */
export function isOutOfShape([neutral, ...others]: readonly Landmarks[]): boolean {
  const excess: Record<'turn' | 'look', number[]> = { turn: [], look: [] };
  for (const other of others) {
    const turn = turnBetween(neutral!, other);
    if (!turn) continue;
    const broader = Math.log(breadth(other) / breadth(turnedLike(neutral!, other)));
    excess[turn.axis].push(turn.axis === 'turn' ? broader : -broader);
  }
  return mean(excess.turn) + mean(excess.look) > MAX_DEVIATION;
}

/** The landmarks of one picture as they would lie if nothing but the head had turned to where it is in the other. */
function turnedLike(landmarks: Landmarks, other: Landmarks): Landmarks {
  const [xx, xy, xz, yx, yy, yz, zx, zy, zz] = rotationBetween(landmarks, other, rigidPoints);
  const turned = new Float32Array(landmarks.length);
  for (let i = 0; i < landmarks.length; i += 3) {
    const [x, y, z] = [landmarks[i]!, landmarks[i + 1]!, landmarks[i + 2]!];
    turned[i] = xx * x + xy * y + xz * z;
    turned[i + 1] = yx * x + yy * y + yz * z;
    turned[i + 2] = zx * x + zy * y + zz * z;
  }
  return turned;
}

/** Width of a face by its height, along the line of its eyes. */
function breadth(landmarks: Landmarks): number {
  const { left, right, top, bottom } = extentOf(landmarks);
  return (right - left) / (bottom - top);
}

function mean(numbers: readonly number[]): number {
  return numbers.length === 0 ? 0 : numbers.reduce((sum, value) => sum + value, 0) / numbers.length;
}

/** The movement of a head between two frames: its main axis, in degrees of the head's own frame. */
export interface HeadTurn {
  axis: 'turn' | 'look';
  degrees: number;
}

/** The least that any step asks for; a head that blinks may move less than that. */
const MIN_TURN_DEGREES = 10;

/** @returns `null` for a head that stayed. */
export function turnBetween(neutral: Landmarks, landmarks: Landmarks): HeadTurn | null {
  const { yaw, pitch } = poseBetween(neutral, landmarks);
  const [turn, look] = [Math.abs(yaw), Math.abs(headPitch(pitch))];
  if (Math.max(turn, look) < MIN_TURN_DEGREES) return null;
  return turn >= look ? { axis: 'turn', degrees: turn } : { axis: 'look', degrees: look };
}
