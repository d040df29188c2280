import type { Landmarks } from '../face/Landmarks.ts';
import { poseBetween } from '../face/poseBetween.ts';
import { headPitch } from '../judge/headPitch.ts';

/** How a head moved from one picture to another, by what it moved most, in its own degrees. */
export interface HeadTurn {
  axis: 'turn' | 'look';
  degrees: number;
}

/** The least that any step asks for; a head that blinks may move less than that. */
const LEAST = 10;

/** @returns `null` for a head that stayed. */
export function turnBetween(neutral: Landmarks, landmarks: Landmarks): HeadTurn | null {
  const { yaw, pitch } = poseBetween(neutral, landmarks);
  const [turn, look] = [Math.abs(yaw), Math.abs(headPitch(pitch))];
  if (Math.max(turn, look) < LEAST) return null;
  return turn >= look ? { axis: 'turn', degrees: turn } : { axis: 'look', degrees: look };
}
