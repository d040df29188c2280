import type { Landmarks } from './Landmarks.ts';

/**
 * A face that looks straight ahead, for a first guess at a pose: only the points that `poseBetween` looks at.
 * Measured by the landmark model on a portrait without known copyright (NASA), made symmetric; the width from
 * ear to ear is 1000.
 */
export const averageFace: Landmarks = new Float32Array(3 * 468);

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
