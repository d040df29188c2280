import type { Landmarks } from './Landmarks.ts';
import type { Pose } from './Pose.ts';
import { poseOfRotation } from './poseOfRotation.ts';
import { rigidPoints } from './rigidPoints.ts';
import { rotationBetween } from './rotationBetween.ts';

/**
 * The pose in one frame relative to another of the same person: the only pose that can be compared between
 * people, since faces differ by up to 14 degrees in what looks straight.
 * @param neutral landmarks while looking straight into the camera.
 */
export function poseBetween(neutral: Landmarks, landmarks: Landmarks): Pose {
  return poseOfRotation(rotationBetween(neutral, landmarks, rigidPoints));
}
