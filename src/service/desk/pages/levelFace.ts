import type { EyePositions } from '../../selfies/examiner.ts';

/** The frame that faces are shown in: the eyes of both stand on the same two points. */
export const FACE_FRAME = { width: 300, height: 400, eyes: { y: 170, left: 105, right: 195 } } as const;

/** The unit in which a picture is placed: its height. */
const PICTURE_HEIGHT = 1000;

export interface PlacedPicture {
  width: number;
  height: number;
  /** For SVG: turned and scaled as a whole, so that the eyes are level and as far apart as in the other picture. */
  transform: string;
  /** For SVG: the whole picture, straight as it came. */
  untouched: string;
}

/** Places a picture in the frame by its eyes; nothing of its pixels is computed anew but what showing them takes. */
export function levelFace({ aspect, left, right }: EyePositions): PlacedPicture {
  const [width, height] = [aspect * PICTURE_HEIGHT, PICTURE_HEIGHT];
  const [from, to] = [left, right].map(({ x, y }) => ({ x: x * width, y: y * height })) as [Point, Point];
  const { eyes } = FACE_FRAME;
  const angle = (Math.atan2(to.y - from.y, to.x - from.x) * 180) / Math.PI;
  const scale = (eyes.right - eyes.left) / Math.hypot(to.x - from.x, to.y - from.y);
  const middle = { x: (from.x + to.x) / 2, y: (from.y + to.y) / 2 };
  const fit = Math.min(FACE_FRAME.width / width, FACE_FRAME.height / height);
  const [x, y] = [(FACE_FRAME.width - fit * width) / 2, (FACE_FRAME.height - fit * height) / 2];
  return {
    width,
    height,
    transform: `translate(${(eyes.left + eyes.right) / 2} ${eyes.y}) rotate(${round(-angle)}) scale(${round(scale)}) translate(${round(-middle.x)} ${round(-middle.y)})`,
    untouched: `translate(${round(x)} ${round(y)}) scale(${round(fit)})`,
  };
}

interface Point {
  x: number;
  y: number;
}

const round = (value: number) => Number(value.toFixed(4));
