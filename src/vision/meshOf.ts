import type { FaceEngine } from './FaceEngine.ts';
import { type Landmarks, point, type Region, type Tracked } from './face/face.ts';
import { poseBetween } from './face/poseBetween.ts';
import type { Mesh } from './measurement.ts';

/** The values of one frame's landmarks. @param eye has read that frame. */
export function meshOf(eye: FaceEngine, { presence, landmarks }: Tracked): Mesh {
  const detail = (side: 'left' | 'right') => eye.surface(eyeRegion(landmarks, side)).sharpness;
  return {
    presence,
    landmarks,
    pose: poseBetween(averageFace, landmarks),
    openness: eyeOpenness(landmarks),
    eyeDetail: { left: detail('left'), right: detail('right') },
  };
}

/**
 * A face that looks straight ahead, for a first guess at a pose: only the points that `poseBetween` looks at.
 * Measured by the landmark model on a portrait without known copyright (NASA), made symmetric; the width from
 * ear to ear is 1000.
 */
const averageFace: Landmarks = new Float32Array(3 * 468);

// Landmark, then x, y, z.
const places: [number, number, number, number][] = [
  [1, 0, 340, -133],
  [4, 0, 290, -151],
  [5, 0, 224, -139],
  [6, 0, 61, -28],
  [9, 0, -120, -17],
  [10, 0, -337, 0],
  [33, -343, 25, 167],
  [50, -377, 239, 140],
  [61, -247, 439, 197],
  [93, -493, 254, 588],
  [127, -507, 55, 530],
  [133, -131, 44, 128],
  [151, 0, -228, -14],
  [152, 0, 839, 206],
  [168, 0, 0, 0],
  [175, 0, 809, 155],
  [205, -321, 303, 106],
  [234, -501, 153, 572],
  [263, 343, 25, 167],
  [280, 377, 239, 140],
  [291, 247, 439, 197],
  [323, 493, 254, 588],
  [356, 507, 55, 530],
  [362, 131, 44, 128],
  [425, 321, 303, 106],
  [454, 501, 153, 572],
];
for (const [index, ...place] of places) averageFace.set(place, 3 * index);

/**
 * How far each eye is open: height by width, the person's own left and right.
 * Source: Soukupova and Cech 2016, Real-time eye blink detection using facial landmarks.
 */
function eyeOpenness(landmarks: Landmarks): { left: number; right: number } {
  return {
    left: aspect(landmarks, [362, 385, 387, 263, 373, 380]),
    right: aspect(landmarks, [33, 160, 158, 133, 153, 144]),
  };
}

/** Corner, two points of the upper lid, corner, two points of the lower lid back. */
function aspect(
  landmarks: Landmarks,
  [a, b, c, d, e, f]: [number, number, number, number, number, number],
): number {
  const far = (from: number, to: number) => {
    const [p, q] = [point(landmarks, from), point(landmarks, to)];
    return Math.hypot(p.x - q.x, p.y - q.y);
  };
  return (far(b, f) + far(c, e)) / (2 * far(a, d));
}

/** The square over an eye, from corner to corner; the person's own left and right. */
function eyeRegion(landmarks: Landmarks, side: 'left' | 'right'): Region {
  const [inner, outer] = side === 'left' ? [362, 263] : [133, 33];
  const [a, b] = [point(landmarks, inner), point(landmarks, outer)];
  return {
    x: (a.x + b.x) / 2,
    y: (a.y + b.y) / 2,
    side: Math.hypot(a.x - b.x, a.y - b.y),
    angle: Math.atan2(b.y - a.y, b.x - a.x),
  };
}
