import type { Landmarks } from '../face/Landmarks.ts';
import { regionOfLandmarks } from '../face/Region.ts';
import type { Scene } from './Scene.ts';
import type { Thumbnail } from './Thumbnail.ts';

/** A picture's thumbnail, and where in it the face is. */
export function sceneOf(thumbnail: Thumbnail, landmarks: Landmarks, width: number): Scene {
  const { x, y, side } = regionOfLandmarks(landmarks);
  return { thumbnail, face: { x: x / width, y: y / width, width: side / 1.5 / width } };
}
