import type { Tracked } from '../Eye.ts';
import type { Mesh } from '../Measurement.ts';
import { averageFace } from './averageFace.ts';
import { eyeOpenness } from './eyeOpenness.ts';
import { poseBetween } from './poseBetween.ts';

/** What the landmarks of one frame say by themselves. */
export function meshOf({ presence, landmarks }: Tracked): Mesh {
  return { presence, landmarks, pose: poseBetween(averageFace, landmarks), openness: eyeOpenness(landmarks) };
}
