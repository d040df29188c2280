import type { TestFaceFrame } from './testFaceFrame.ts';

/** The projection from head to picture and back for one frame. */
export interface Camera {
  /** From head to room, row by row: x to the face's left, y up, z to the camera. */
  rotation: number[];
  /** Position of the head's origin, before the head rotates. */
  x: number;
  y: number;
  /** Lift of the shoulders in cm. */
  lift: number;
  /** Distance from the camera to the head's origin in cm. */
  distance: number;
  /** Focal length: pixels per cm at a distance of 1 cm. */
  focal: number;
  /** Position of the camera in head coordinates. */
  eye: [number, number, number];
}

/** The head rotates about the top of the neck. */
export const pivot = { y: -8, z: -3 } as const;

/** A camera with the field of view of a laptop's: 60 degrees horizontally. */
export function cameraFor(frame: TestFaceFrame, width: number): Camera {
  const { yaw = 0, pitch = 0, roll = 0, distance = 48, x = 0, y = 0, breath = 0 } = frame;
  const rotation = multiply(about(1, yaw), multiply(about(0, pitch), about(2, roll)));
  const target = { x, y: y + 1.6 };
  const far = [-target.x, -target.y - pivot.y, distance - pivot.z];
  const eye = [0, 1, 2].map(
    (k) => rotation[k]! * far[0]! + rotation[3 + k]! * far[1]! + rotation[6 + k]! * far[2]!,
  );
  return {
    rotation,
    ...target,
    lift: breath,
    distance,
    focal: width / 2 / Math.tan(Math.PI / 6),
    eye: [eye[0]!, eye[1]! + pivot.y, eye[2]! + pivot.z],
  };
}

/** A rotation matrix. Positive angles: axis 1 (yaw) turns z to x, axis 0 (pitch) z to y, axis 2 (roll) y to x. */
function about(axis: 0 | 1 | 2, degrees: number): number[] {
  const [c, s] = [Math.cos((degrees * Math.PI) / 180), Math.sin((degrees * Math.PI) / 180)];
  if (axis === 1) return [c, 0, s, 0, 1, 0, -s, 0, c];
  if (axis === 0) return [1, 0, 0, 0, c, s, 0, -s, c];
  return [c, s, 0, -s, c, 0, 0, 0, 1];
}

function multiply(a: number[], b: number[]): number[] {
  return a.map((_, i) => {
    const [row, column] = [i - (i % 3), i % 3];
    return a[row]! * b[column]! + a[row + 1]! * b[column + 3]! + a[row + 2]! * b[column + 6]!;
  });
}
