import type { EyePositions } from '../../selfies/examiner.ts';

/** The frame in which faces are shown. The eyes of both faces are at the same two points. */
export const FACE_FRAME = { width: 300, height: 400, eyes: { y: 170, left: 105, right: 195 } } as const;

/** Height of a picture in units of the SVG. */
const PICTURE_HEIGHT = 1000;

export interface PlacedPicture {
  width: number;
  height: number;
  /** SVG transform that levels the eyes and scales their distance to that of the frame. */
  transform: string;
  /** SVG transform that shows the whole picture unchanged. */
  untouched: string;
}

/** Places a picture in the frame by its eyes. The browser only transforms it; the pixels are not changed. */
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
