import type { Landmarks } from './Landmarks.ts';

/** What the landmarks model found in a region. */
export interface Tracked {
  /** How sure the model is that there is a face, 0 to 1; below 0.5 the landmarks mean nothing. */
  presence: number;
  landmarks: Landmarks;
}
