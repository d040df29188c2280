/**
 * The 468 points of the face mesh: x, y, z in turn, 1404 numbers. x and y in pixels of the picture; z in the
 * same unit, smaller towards the camera, 0 about at the middle of the head. Numbering: MediaPipe face mesh.
 * Source: Kartynnik et al., https://arxiv.org/abs/1907.06724
 */
export type Landmarks = Float32Array;

/** One of the points. */
export function point(landmarks: Landmarks, index: number): { x: number; y: number; z: number } {
  return { x: landmarks[3 * index]!, y: landmarks[3 * index + 1]!, z: landmarks[3 * index + 2]! };
}
