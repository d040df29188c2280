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
 * Finds the portrait of a page: on the whole page upright, then on its left half, since a small face is found on an enlarged part
 * only. Then in the whole picture, since the place of a curved page is an estimate: there a face counts if it stands on the page.
 * @param geometry null: no zone shows where the page is, and a face counts wherever it stands. So it does beside the zone of a
 *   card, whose portrait is on the other side: a picture may show both.
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
    const found = faces
      .detect()
      .map(({ box: { x, y, width, height } }) =>
        boundsOf([
          crop.origin(x, y),
          crop.origin(x + width, y),
          crop.origin(x + width, y + height),
          crop.origin(x, y + height),
        ]),
      )
      .filter((face) => !geometry?.hasPortrait || standsOn(geometry.page, face));
    if (found.length > 0) return found;
  }
  return [];
}

type Corners = [Point, Point, Point, Point];

/** How far a face may stand beside the estimate of its page, in shares of the page's width and height. */
const BESIDE = 0.05;

function standsOn(page: Corners, face: Portrait): boolean {
  const [u, v] = placeOn(page, [face.x + face.width / 2, face.y + face.height / 2]);
  return [u, v].every((share) => share > -BESIDE && share < 1 + BESIDE);
}

/** Where a point stands on a page, in shares of its width and height; the page is taken for a parallelogram. */
function placeOn([a, b, , d]: Corners, [x, y]: Point): Point {
  const [across, down] = [
    [b[0] - a[0], b[1] - a[1]],
    [d[0] - a[0], d[1] - a[1]],
  ] as [Point, Point];
  const from: Point = [x - a[0], y - a[1]];
  const area = across[0] * down[1] - across[1] * down[0];
  return [(from[0] * down[1] - from[1] * down[0]) / area, (across[0] * from[1] - across[1] * from[0]) / area];
}

function leftHalf([a, b, c, d]: Corners): Corners {
  const middle = ([x, y]: Point, [u, v]: Point): Point => [(x + u) / 2, (y + v) / 2];
  return [a, middle(a, b), middle(d, c), d];
}

function boundsOf(points: Point[]): Portrait {
  const [xs, ys] = [points.map(([x]) => x), points.map(([, y]) => y)];
  const [x, y] = [Math.round(Math.min(...xs)), Math.round(Math.min(...ys))];
  return { x, y, width: Math.round(Math.max(...xs)) - x, height: Math.round(Math.max(...ys)) - y };
}
