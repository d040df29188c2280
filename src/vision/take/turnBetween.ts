import type { Landmarks } from '../face/Landmarks.ts';
import { poseBetween } from '../face/poseBetween.ts';
import { headPitch } from '../judge/headPitch.ts';

/** How a head moved from one picture to another, by what it moved most, in its own degrees. */
export interface HeadTurn {
  axis: 'turn' | 'look';
  degrees: number;
}

/** Below it there is no turn to speak of. */
const LEAST = 8;

/** @returns `null` for a head that stayed. */
export function turnBetween(neutral: Landmarks, landmarks: Landmarks): HeadTurn | null {
  const { yaw, pitch } = poseBetween(neutral, landmarks);
  const [turn, look] = [Math.abs(yaw), Math.abs(headPitch(pitch))];
  if (Math.max(turn, look) < LEAST) return null;
  return turn >= look ? { axis: 'turn', degrees: turn } : { axis: 'look', degrees: look };
}
