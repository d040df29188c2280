import type { Eye } from './Eye.ts';
import type { Landmarks } from './face/Landmarks.ts';
import { meanDescriptor } from './face/meanDescriptor.ts';

/** The descriptor of a face averaged with that of its mirror image, in the picture that the eye has taken in. */
export function describeBothSides(eye: Eye, landmarks: Landmarks): Float32Array {
  return meanDescriptor([eye.describe(landmarks), eye.describe(landmarks, { mirrored: true })]);
}
