import {
  type Eye,
  type Landmarks,
  measure,
  type Picture,
  type Point,
  type Region,
} from '../../../vision/index.ts';
import type { Look } from '../verdict/Look.ts';
import { serviceLimits } from '../verdict/serviceLimits.ts';
import { judgeLight } from './judgeLight.ts';

/** Sees what there is to see in a picture. */
export function lookAt(eye: Eye, picture: Picture): Look {
  const unlit = judgeLight(picture);
  const measurement = measure(eye, picture, serviceLimits);
  const mesh = measurement.face?.mesh;
  if (!mesh || mesh.presence < serviceLimits.minPresence) {
    return { unlit, measurement, eyes: null, descriptor: null };
  }
  const detail = (inner: number, outer: number) =>
    eye.examine(between(mesh.landmarks, inner, outer)).sharpness;
  return {
    unlit,
    measurement,
    eyes: [detail(133, 33), detail(362, 263)],
    descriptor: eye.describe(mesh.landmarks),
  };
}

/** The square over two landmarks, such as the corners of an eye. */
function between(landmarks: Landmarks, one: number, other: number): Region {
  const [a, b] = [at(landmarks, one), at(landmarks, other)];
  return {
    x: (a.x + b.x) / 2,
    y: (a.y + b.y) / 2,
    side: Math.hypot(a.x - b.x, a.y - b.y),
    angle: Math.atan2(b.y - a.y, b.x - a.x),
  };
}

function at(landmarks: Landmarks, index: number): Point {
  return { x: landmarks[3 * index]!, y: landmarks[3 * index + 1]! };
}
