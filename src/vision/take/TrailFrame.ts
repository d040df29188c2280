import type { Landmarks } from '../face/Landmarks.ts';
import type { FaceTones } from './FaceTones.ts';
import type { Scene } from './Scene.ts';

/** What is read of one frame of a trail that was looked at. */
export interface TrailFrame {
  /** Milliseconds on the clock of the take. */
  time: number;
  scene: Scene;
  landmarks: Landmarks;
  tones: FaceTones;
}
