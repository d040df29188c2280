import type { FaceEngine } from '../vision/FaceEngine.ts';
import type { Picture } from '../vision/picture.ts';
import { cropPage } from './cropPage.ts';
import type { Geometry, Point } from './find/geometry.ts';

/** The portrait's face in pixels of the picture. */
export interface Portrait {
  x: number;
  y: number;
  width: number;
  height: number;
}

/**
 * Finds the portrait of a page: on the whole page upright, then on its left half, then in the whole picture, since a
 * small face is found on an enlarged part only.
 * @param geometry null: no zone shows where the page is.
 */
export function findPortrait(
  faces: FaceEngine,
  picture: Picture,
  geometry: Geometry | null,
): Portrait | null {
  return findPortraits(faces, picture, geometry)[0] ?? null;
}

/** All faces where the portrait was found, the portrait first: the camera may see the holder too. */
export function findPortraits(faces: FaceEngine, picture: Picture, geometry: Geometry | null): Portrait[] {
  const whole: Corners = [
    [0, 0],
    [picture.width, 0],
    [picture.width, picture.height],
    [0, picture.height],
  ];
  const parts: Corners[] = geometry
    ? [geometry.page, leftHalf(geometry.page), whole]
    : [whole, leftHalf(whole)];
  for (const corners of parts) {
    const crop = cropPage(picture, corners, 640);
    faces.load(crop);
    const found = faces.detect();
    if (found.length > 0)
      return found.map(({ box: { x, y, width, height } }) =>
        boundsOf([
          crop.origin(x, y),
          crop.origin(x + width, y),
          crop.origin(x + width, y + height),
          crop.origin(x, y + height),
        ]),
      );
  }
  return [];
}

type Corners = [Point, Point, Point, Point];

function leftHalf([a, b, c, d]: Corners): Corners {
  const middle = ([x, y]: Point, [u, v]: Point): Point => [(x + u) / 2, (y + v) / 2];
  return [a, middle(a, b), middle(d, c), d];
}

function boundsOf(points: Point[]): Portrait {
  const [xs, ys] = [points.map(([x]) => x), points.map(([, y]) => y)];
  const [x, y] = [Math.round(Math.min(...xs)), Math.round(Math.min(...ys))];
  return { x, y, width: Math.round(Math.max(...xs)) - x, height: Math.round(Math.max(...ys)) - y };
}
