import type { Landmarks } from './Landmarks.ts';
import type { Pose } from './Pose.ts';
import { poseOfRotation } from './poseOfRotation.ts';
import { rotationBetween } from './rotationBetween.ts';

/**
 * The pose in one frame relative to another of the same person: the only pose that can be compared between
 * people, since faces differ by up to 14 degrees in what looks straight.
 * @param neutral landmarks while looking straight into the camera.
 */
export function poseBetween(neutral: Landmarks, landmarks: Landmarks): Pose {
  return poseOfRotation(rotationBetween(neutral, landmarks, rigid));
}

/** Points that mimicry moves little: middle line, corners of eyes and mouth, cheeks, sides of the face. */
const rigid = [
  10, 151, 9, 168, 6, 5, 4, 1, 33, 133, 362, 263, 234, 454, 127, 356, 93, 323, 61, 291, 152, 175, 50, 280,
  205, 425,
];
