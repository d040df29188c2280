import { type Landmarks, point } from './face.ts';

/**
 * The similarity transform that maps a face upright into the middle of the descriptor's 150 x 150 pixels, as in the
 * network's training: least squares over eye corners, base of the nose and corners of the mouth.
 * Source: positions of these points in dlib's mean face, with a quarter of padding; the closed form is Umeyama 1991,
 * https://doi.org/10.1109/34.88573
 */
export function descriptorMap(landmarks: Landmarks): AffineMap {
  const pairs = anchors.map(([index, x, y]) => ({ to: point(landmarks, index), x: chip(x), y: chip(y) }));
  const mean = (pick: (pair: (typeof pairs)[number]) => number) =>
    pairs.reduce((sum, pair) => sum + pick(pair), 0) / pairs.length;
  const [mx, my, tx, ty] = [mean((p) => p.x), mean((p) => p.y), mean((p) => p.to.x), mean((p) => p.to.y)];
  const size = mean((p) => (p.x - mx) ** 2 + (p.y - my) ** 2);
  const a = mean((p) => (p.x - mx) * (p.to.x - tx) + (p.y - my) * (p.to.y - ty)) / size;
  const b = mean((p) => (p.x - mx) * (p.to.y - ty) - (p.y - my) * (p.to.x - tx)) / size;
  return [a, -b, tx - 0.5 - a * mx + b * my, b, a, ty - 0.5 - b * mx - a * my];
}

/** Converts a coordinate of the mean face (0 to 1) to pixels of the network's input. */
function chip(value: number): number {
  return ((value + 0.25) / 1.5) * 150;
}

/** Landmark number, then x and y in the mean face. */
const anchors: [number, number, number][] = [
  [33, 0.121737, 0.216423],
  [133, 0.334606, 0.231733],
  [362, 0.645647, 0.231733],
  [263, 0.858516, 0.216423],
  [2, 0.490127, 0.628106],
  [61, 0.254149, 0.780233],
  [291, 0.726104, 0.780233],
];

/** Maps pixel (x, y) of a square to (a x + b y + c, d x + e y + f) of the picture. */
export type AffineMap = [number, number, number, number, number, number];

/** The same map with left and right of its square exchanged. */
export function mirroredMap([a, b, c, d, e, f]: AffineMap, side: number): AffineMap {
  return [-a, b, c + (side - 1) * a, -d, e, f + (side - 1) * d];
}
