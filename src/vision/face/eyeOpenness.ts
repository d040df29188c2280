import { type Landmarks, point } from './Landmarks.ts';

/**
 * How far each eye is open: height by width, the person's own left and right.
 * Source: Soukupova and Cech 2016, Real-time eye blink detection using facial landmarks.
 */
export function eyeOpenness(landmarks: Landmarks): { left: number; right: number } {
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
