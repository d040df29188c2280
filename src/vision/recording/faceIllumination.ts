import { type Landmarks, point } from '../face/face.ts';
import type { Picture } from '../picture.ts';
import type { Background } from './backgroundLikeness.ts';

const MOUTH = [0, 17, 57, 287, 18, 200, 43, 273, 164, 199, 92, 322, 106, 335];
const FOREHEAD = [151, 9, 8, 108, 337, 69, 299, 104, 333, 107, 336, 67, 297, 10];
const EYES = [230, 450, 27, 257, 228, 448, 145, 374];
/** Added to each mean, so that the logarithm of a black patch is finite. */
const FLOOR = 4;

/** Measures small patches around some landmarks. Source of the luma: ITU-R BT.601. */
export function faceIlluminationOf(picture: Picture, landmarks: Landmarks): FaceIllumination {
  const [left, right] = [point(landmarks, 234), point(landmarks, 454)];
  const radius = Math.max(1, Math.round(Math.hypot(left.x - right.x, left.y - right.y) / 40));
  const mean = (places: readonly number[]) => meanOf(picture, landmarks, places, radius);
  const [mouth, forehead, eyes] = [mean(MOUTH), mean(FOREHEAD), mean(EYES)];
  const against = (channel: 0 | 1 | 2) => Math.log((mouth[channel] + FLOOR) / (forehead[channel] + FLOOR));
  return {
    mouth: [against(0), against(1), against(2)],
    eyes: Math.log((lumaOf(eyes) + FLOOR) / (lumaOf(forehead) + FLOOR)),
  };
}

type Colour = [red: number, green: number, blue: number];

function meanOf(
  { width, height, data, channels }: Picture,
  landmarks: Landmarks,
  places: readonly number[],
  radius: number,
): Colour {
  let [red, green, blue, count] = [0, 0, 0, 0];
  for (const index of places) {
    const { x, y } = point(landmarks, index);
    const [left, top] = [Math.max(0, Math.round(x) - radius), Math.max(0, Math.round(y) - radius)];
    for (let row = top; row <= Math.min(height - 1, Math.round(y) + radius); row++) {
      for (let column = left; column <= Math.min(width - 1, Math.round(x) + radius); column++, count++) {
        const at = channels * (row * width + column);
        red += data[at]!;
        green += data[at + 1]!;
        blue += data[at + 2]!;
      }
    }
  }
  return [red / Math.max(1, count), green / Math.max(1, count), blue / Math.max(1, count)];
}

function lumaOf([red, green, blue]: Colour): number {
  return 0.299 * red + 0.587 * green + 0.114 * blue;
}

/**
 * Tones of parts of a face relative to its forehead: logarithms of ratios of their means, so that the illumination
 * cancels out.
 */
export interface FaceIllumination {
  /** Around the mouth: red, green and blue. */
  mouth: readonly [number, number, number];
  /** Around the eyes, above and below them: luma. */
  eyes: number;
}

/**
 * Maximum change, relative to the neutral picture, of the colour around the mouth, its lightness, and the lightness
 * around the eyes. In films of six people talking and turning they changed by at most 0.08, 0.14 and 0.27. Masks drawn
 * over them changed the first by 0.39 and more, dark glasses the last by 0.39 to 1.9.
 */
const MAX_CHANGE = { colour: 0.18, light: 0.4, eyes: 0.45 };

/**
 * Whether mouth or eyes were covered since the neutral picture. A hand with the colour of the face may not be detected.
 */
export function isCovered(neutral: FaceIllumination, now: FaceIllumination): boolean {
  const [red, green, blue] = now.mouth.map((value, channel) => value - neutral.mouth[channel]!) as [
    number,
    number,
    number,
  ];
  const colour = Math.hypot(red - green, blue - green);
  const light = Math.abs(red + green + blue) / 3;
  return colour > MAX_CHANGE.colour || light > MAX_CHANGE.light || neutral.eyes - now.eyes > MAX_CHANGE.eyes;
}

/** Mean luma of the inner cells of a face, 1 to 255, without hair and background. */
export function faceLight({ thumbnail: { columns, rows, luma }, face }: Background): number {
  const reach = (face.width * columns) / 3;
  const [cx, cy] = [face.x * columns, face.y * columns];
  let [sum, count] = [0, 0];
  for (let row = Math.max(0, Math.floor(cy - reach)); row < Math.min(rows, cy + reach); row++) {
    for (let column = Math.max(0, Math.floor(cx - reach)); column < Math.min(columns, cx + reach); column++) {
      sum += luma[row * columns + column]!;
      count++;
    }
  }
  return Math.max(1, count > 0 ? sum / count : 0);
}
