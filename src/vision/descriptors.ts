import type { FaceEngine } from './FaceEngine.ts';
import type { Landmarks } from './face/face.ts';

/** The mean of several views of one face: nearer to every other view of it than they are to each other. */
export function meanDescriptor(views: readonly Float32Array[]): Float32Array {
  return views[0]!.map((_, i) => views.reduce((sum, view) => sum + view[i]!, 0) / views.length);
}

/** Euclidean distance of two descriptors (`Eye.describe`): 0 the same picture, about 0.6 the border between people. */
export function faceDistance(a: Float32Array, b: Float32Array): number {
  return Math.hypot(...a.map((value, i) => value - b[i]!));
}

/** The descriptor of a face averaged with that of its mirror image, in the picture that the engine has loaded. */
export function describeBothSides(engine: FaceEngine, landmarks: Landmarks): Float32Array {
  return meanDescriptor([engine.describe(landmarks), engine.describe(landmarks, { mirrored: true })]);
}
