import type { EyePositions } from '../../selfies/examiner.ts';

/** The frame in which faces are shown. The eyes of both faces are at the same height, around the same middle. */
export const FACE_FRAME = { width: 300, height: 400, eyes: { y: 170, left: 105, right: 195 } } as const;

/** Height of a picture in units of the SVG. */
const PICTURE_HEIGHT = 1000;

/** From this turn on, in degrees, the distance of the eyes is foreshortened by more than 3 %. */
const TURNED = 14;

/** Height from eyes to chin divided by the distance of the eyes, in an average face seen from the front. */
export const AVERAGE_PROPORTION = 1.7;

export interface PlacedPicture {
  width: number;
  height: number;
  /** SVG transform that levels the eyes and scales the face to the size of the frame. */
  transform: string;
  /** SVG transform that shows the whole picture unchanged. */
  untouched: string;
}

/** Height from eyes to chin divided by the distance of the eyes, as seen in one picture. */
export function proportionOf(found: EyePositions): number {
  const { eyes, chin } = lengthsOf(found);
  return chin / eyes;
}

export function isTurned({ yaw }: EyePositions): boolean {
  return yaw > TURNED;
}

/**
 * Places a picture in the frame by its face. The browser only transforms it; the pixels are not changed. Faces seen from the
 * front get the same distance of the eyes. In a turned head that distance is foreshortened, which would enlarge the
 * head: it is scaled by the height from eyes to chin.
 * @param proportion of the same face seen from the front.
 */
export function levelFace(found: EyePositions, proportion = AVERAGE_PROPORTION): PlacedPicture {
  const { width, height, from, to, middle, eyes: apart, chin } = lengthsOf(found);
  const { eyes } = FACE_FRAME;
  const target = eyes.right - eyes.left;
  const angle = (Math.atan2(to.y - from.y, to.x - from.x) * 180) / Math.PI;
  const scale = isTurned(found) ? Math.min(target / apart, (target * proportion) / chin) : target / apart;
  const fit = Math.min(FACE_FRAME.width / width, FACE_FRAME.height / height);
  const [x, y] = [(FACE_FRAME.width - fit * width) / 2, (FACE_FRAME.height - fit * height) / 2];
  return {
    width,
    height,
    transform: `translate(${(eyes.left + eyes.right) / 2} ${eyes.y}) rotate(${round(-angle)}) scale(${round(scale)}) translate(${round(-middle.x)} ${round(-middle.y)})`,
    untouched: `translate(${round(x)} ${round(y)}) scale(${round(fit)})`,
  };
}

/** The eyes and the chin in units of the SVG, and the lengths between them. */
function lengthsOf({ aspect, left, right, chin }: EyePositions) {
  const [width, height] = [aspect * PICTURE_HEIGHT, PICTURE_HEIGHT];
  const [from, to, low] = [left, right, chin].map(({ x, y }) => ({ x: x * width, y: y * height })) as [
    Point,
    Point,
    Point,
  ];
  const middle = { x: (from.x + to.x) / 2, y: (from.y + to.y) / 2 };
  return {
    width,
    height,
    from,
    to,
    middle,
    eyes: Math.hypot(to.x - from.x, to.y - from.y),
    chin: Math.hypot(low.x - middle.x, low.y - middle.y),
  };
}

interface Point {
  x: number;
  y: number;
}

const round = (value: number) => Number(value.toFixed(4));
