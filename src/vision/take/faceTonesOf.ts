import { type Landmarks, point } from '../face/Landmarks.ts';
import type { Picture } from '../Picture.ts';
import type { FaceTones } from './FaceTones.ts';

const MOUTH = [0, 17, 57, 287, 18, 200, 43, 273, 164, 199, 92, 322, 106, 335];
const FOREHEAD = [151, 9, 8, 108, 337, 69, 299, 104, 333, 107, 336, 67, 297, 10];
const EYES = [230, 450, 27, 257, 228, 448, 145, 374];
/** Added to each mean, so that black is not infinitely far from dark. */
const FLOOR = 4;

/** Looks at small patches about some landmarks; source of the luma: ITU-R BT.601. */
export function faceTonesOf(picture: Picture, landmarks: Landmarks): FaceTones {
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
  for (const place of places) {
    const { x, y } = point(landmarks, place);
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
