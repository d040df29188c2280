import { type Landmarks, point } from './Landmarks.ts';
import type { Region } from './Region.ts';

/** The square over an eye, from corner to corner; the person's own left and right. */
export function eyeRegion(landmarks: Landmarks, side: 'left' | 'right'): Region {
  const [inner, outer] = side === 'left' ? [362, 263] : [133, 33];
  const [a, b] = [point(landmarks, inner), point(landmarks, outer)];
  return {
    x: (a.x + b.x) / 2,
    y: (a.y + b.y) / 2,
    side: Math.hypot(a.x - b.x, a.y - b.y),
    angle: Math.atan2(b.y - a.y, b.x - a.x),
  };
}
