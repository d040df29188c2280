import { extentOf, type Landmarks } from '../face/face.ts';
import { poseBetween, rigidPoints, rotationBetween } from '../face/poseBetween.ts';
import { headPitch } from '../judge/judgeStep.ts';

/**
 * Maximum distortion of a face, as a logarithm: the widening in turns plus the lengthening in looks up and down, beyond
 * the values that rotation alone explains. In 93 recordings of people it was at most 0.10, for half of 24 stretched
 * photographs more than 0.16.
 */
const MAX_DEVIATION = 0.14;

/** Whether a turning face was distorted. */
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

/** The landmarks of one picture, rotated to the pose of the other. */
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

/** Width of a face divided by its height, along the line of its eyes. */
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

/** The smallest turn that a step requires, in degrees. A blinking head may move less. */
const MIN_TURN_DEGREES = 10;

/** @returns `null` for a head that moved less. */
export function turnBetween(neutral: Landmarks, landmarks: Landmarks): HeadTurn | null {
  const { yaw, pitch } = poseBetween(neutral, landmarks);
  const [turn, look] = [Math.abs(yaw), Math.abs(headPitch(pitch))];
  if (Math.max(turn, look) < MIN_TURN_DEGREES) return null;
  return turn >= look ? { axis: 'turn', degrees: turn } : { axis: 'look', degrees: look };
}
