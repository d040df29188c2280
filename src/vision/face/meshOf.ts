import type { Eye } from '../Eye.ts';
import type { Mesh } from '../Measurement.ts';
import { averageFace } from './averageFace.ts';
import { eyeOpenness } from './eyeOpenness.ts';
import { eyeRegion } from './eyeRegion.ts';
import { poseBetween } from './poseBetween.ts';
import type { Tracked } from './Tracked.ts';

/** What the landmarks of one frame say by themselves; @param eye has taken that frame in. */
export function meshOf(eye: Eye, { presence, landmarks }: Tracked): Mesh {
  const detail = (side: 'left' | 'right') => eye.surface(eyeRegion(landmarks, side)).sharpness;
  return {
    presence,
    landmarks,
    pose: poseBetween(averageFace, landmarks),
    openness: eyeOpenness(landmarks),
    eyeDetail: { left: detail('left'), right: detail('right') },
  };
}
