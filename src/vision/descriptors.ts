import type { FaceEngine } from './FaceEngine.ts';
import type { Landmarks } from './face/face.ts';

/**
 * The mean of several descriptors of one face. It is closer to any other view of the face than the single views are to
 * each other.
 */
export function meanDescriptor(views: readonly Float32Array[]): Float32Array {
  return views[0]!.map((_, i) => views.reduce((sum, view) => sum + view[i]!, 0) / views.length);
}

/**
 * Euclidean distance of two descriptors (`FaceEngine.describe`): 0 for the same picture, about 0.6 at the boundary
 * between two people.
 */
export function faceDistance(a: Float32Array, b: Float32Array): number {
  return Math.hypot(...a.map((value, i) => value - b[i]!));
}

/** The descriptor of a face, averaged with that of its mirror image, in the picture that the engine has loaded. */
export function describeBothSides(engine: FaceEngine, landmarks: Landmarks): Float32Array {
  return meanDescriptor([engine.describe(landmarks), engine.describe(landmarks, { mirrored: true })]);
}
